import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { percentile } from './figures.ts';
import type { Load, LoadResult } from './load.ts';

/** A run of autocannon in a process of its own: one JSON word is the order, one line of output the result. */

interface Order extends Load {
  readonly connections: number;
  /** Requests a second, over all connections together; as many as can be where there is none. */
  readonly perSecond?: number;
}

async function run({ origin, paths, token, seconds, connections, perSecond }: Order): Promise<LoadResult> {
  const lines = readFileSync(paths, 'utf8').trimEnd().split('\n');
  let at = Math.floor(Math.random() * lines.length);
  // The tool rounds to whole milliseconds, which is more than an answer takes, so the times are gathered here.
  const times: number[] = [];
  const options = {
    ...{ url: origin, connections, duration: seconds, overallRate: perSecond },
    // It ends with a sample only.
    sampleInt: Math.min(1, seconds) * 1000,
    headers: token === undefined ? {} : { x_api_token: token },
    requests: [
      {
        setupRequest(request: { path?: string }) {
          at = (at + 1) % lines.length;
          return { ...request, path: lines[at] ?? '/' };
        },
      },
    ],
  };
  const running = autocannon(options);
  running.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const { duration, errors, non2xx } = await running;
  const p99Ms = percentile(times, 0.99);
  return { requests: times.length, perSecond: times.length / duration, failed: errors + non2xx, p99Ms };
}

if (import.meta.main) {
  // The bench itself gives the order, in load.ts.
  const order = JSON.parse(process.argv[2] ?? '') as Order;
  process.stdout.write(`RESULT ${JSON.stringify(await run(order))}\n`);
}
