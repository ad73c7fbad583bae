import { connect } from 'node:net';

/** What a server says to bytes that no client of ours would send, until it closes the connection. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      said += text;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(said));
  });
}
