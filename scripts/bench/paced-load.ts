import { readFileSync } from 'node:fs';
import { percentile } from './figures.ts';
import type { LoadResult, PacedOrder } from './load.ts';

/**
 * Requests at even distances, to the millisecond, whatever the answers take, in a process of its own: one JSON word is
 * the order, one line of output the result. A time is counted from the moment for which its request was meant, so that
 * one that had to wait for a free connection is as late as it would be to whoever sent it.
 */

/** What is due in this share of the time, its beginning, is not timed: both sides have yet to be compiled. */
const WARM_UP = 1 / 3;
/** How long is waited for what is late at the end. */
const GRACE_MS = 2_000;
/**
 * So often is looked for what is due, which goes out together. To turn without a pause was finer, and took a core of two
 * from whom it measured.
 */
const EVERY_MS = 1;
const HEAD_END = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const RIGHT = 'HTTP/1.1 200 ';

/** A connection's request: when it was due, and what of its answer has come. */
interface Asked {
  dueMs: number;
  bytes: Buffer;
}

/** The most paths that are held: a million of them would have the collector measured. */
const MOST_PATHS = 100_000;

function writeRequests({ origin, paths, token }: PacedOrder): string[] {
  const guard = token === undefined ? '' : `x_api_token: ${token}\r\n`;
  const tail = ` HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n${guard}\r\n`;
  const lines = readFileSync(paths, 'utf8').trimEnd().split('\n', MOST_PATHS);
  return lines.map((path) => `GET ${path}${tail}`);
}

/** How long the answer is that begins so; NaN where it does not say, undefined where its head is not whole. */
function lengthOf(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return undefined;
  return end + HEAD_END.length + Number(LENGTH.exec(bytes.toString('latin1', 0, end))?.[1]);
}

async function run(order: PacedOrder): Promise<LoadResult> {
  const { origin, seconds, perSecond, connections } = order;
  const requests = writeRequests(order);
  const from = Math.floor(Math.random() * requests.length);
  const times: number[] = [];
  let answered = 0;
  let timedFromMs = Number.POSITIVE_INFINITY;
  const idle: Bun.Socket<Asked>[] = [];
  let wrong = 0;
  const { hostname, port } = new URL(origin);
  const socket: Bun.SocketHandler<Asked> = {
    data(own, chunk) {
      const { bytes: before, dueMs } = own.data;
      const bytes = before.length === 0 ? chunk : Buffer.concat([before, chunk]);
      const length = lengthOf(bytes);
      if (length === undefined || bytes.length < length) {
        own.data.bytes = Buffer.from(bytes);
        return;
      }
      if (bytes.length === length && bytes.toString('latin1', 0, RIGHT.length) === RIGHT) {
        answered++;
        if (dueMs >= timedFromMs) times.push(performance.now() - dueMs);
      } else {
        wrong++;
      }
      own.data.bytes = Buffer.alloc(0);
      idle.push(own);
    },
  };
  for (let opened = 0; opened < connections; opened++) {
    const data = { dueMs: 0, bytes: Buffer.alloc(0) };
    idle.push(await Bun.connect({ hostname, port: Number(port), data, socket }));
  }
  // Rounded down: no more can be answered a second than was offered.
  const total = Math.max(1, Math.floor(perSecond * seconds));
  const startMs = performance.now();
  const sinceStartMs = () => performance.now() - startMs;
  const lastMs = seconds * 1000 + GRACE_MS;
  timedFromMs = startMs + WARM_UP * seconds * 1000;
  let sent = 0;
  while (sinceStartMs() < lastMs && answered + wrong < total) {
    for (let own = idle.pop(); own !== undefined; own = idle.pop()) {
      const dueMs = startMs + (sent * 1000) / perSecond;
      if (sent === total || performance.now() < dueMs) {
        idle.push(own);
        break;
      }
      own.data.dueMs = dueMs;
      own.write(requests[(from + sent++) % requests.length] ?? '');
    }
    await Bun.sleep(EVERY_MS);
  }
  const tookSeconds = Math.max(seconds, sinceStartMs() / 1000);
  return {
    requests: sent,
    perSecond: answered / tookSeconds,
    failed: sent - answered,
    p99Ms: percentile(times, 0.99),
  };
}

if (import.meta.main) {
  // The bench itself gives the order, in load.ts.
  const order = JSON.parse(process.argv[2] ?? '') as PacedOrder;
  process.stdout.write(`RESULT ${JSON.stringify(await run(order))}\n`);
  process.exit();
}
