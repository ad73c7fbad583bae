import type { RunningService } from '../../src/commands/serve.ts';

/** What the program writes when it answers, as far as it is read here. */
interface Listening {
  readonly port: number;
  readonly adminPort: number;
}

function readListening(line: string): Listening | undefined {
  const event: unknown = line.startsWith('{') ? JSON.parse(line) : undefined;
  if (typeof event !== 'object' || event === null || !('msg' in event)) return undefined;
  if (!('port' in event) || !('adminPort' in event) || event.msg !== 'listening') return undefined;
  return { port: Number(event.port), adminPort: Number(event.adminPort) };
}

/** Reads a log to its end; resolves as soon as it says where the program listens. */
function awaitListening(log: ReadableStream<Uint8Array>): Promise<Listening> {
  const { promise, resolve, reject } = Promise.withResolvers<Listening>();
  const read = async () => {
    let rest = '';
    let isFound = false;
    for await (const text of log.pipeThrough(new TextDecoderStream())) {
      if (isFound) continue;
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      const found = lines.map(readListening).find((event) => event !== undefined);
      if (found === undefined) continue;
      isFound = true;
      resolve(found);
    }
    reject(new Error('The program ended before it listened.'));
  };
  read().catch(reject);
  return promise;
}

/** Serves a data folder by a compiled program, in an environment of these variables alone. */
export async function startProgram(
  program: string,
  dataDir: string,
  variables: Readonly<Record<string, string>>,
): Promise<RunningService> {
  const child = Bun.spawn([program, 'serve', '--data', dataDir], {
    cwd: dataDir,
    env: { ...variables, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { port, adminPort } = await awaitListening(child.stdout);
  return {
    port,
    adminPort,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}
