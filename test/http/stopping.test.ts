import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { parseConfig } from '../../src/config.ts';
import { AddressBook } from '../../src/http/address.ts';
import { startAdminServer } from '../../src/http/admin.ts';
import { startServer } from '../../src/http/server.ts';
import type { Services } from '../../src/http/services.ts';

test.each(['the service', "the operator's server"])(
  '%s that stops cuts off who never ends a request',
  async (which) => {
    const config = parseConfig({ HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0' });
    // Nothing is asked of it to the end.
    const services = { config, addresses: new AddressBook([]) } as unknown as Services;
    const server = which === 'the service' ? startServer(services) : startAdminServer(services);
    const closed = Promise.withResolvers<string>();
    let said = '';
    const socket = connect(server.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n'));
    socket.on('data', (bytes) => {
      said += bytes.toString('utf8');
    });
    socket.on('close', () => closed.resolve(said));
    socket.on('error', () => undefined);
    await Bun.sleep(50);
    await server.stop(100);
    expect(await closed.promise).toBe('');
  },
);
