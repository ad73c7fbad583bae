import type { Exchange } from '../exchange.ts';
import type { Services } from '../services.ts';

/** What may stand in a hand-written JSON text without escapes; a method or pattern of ours never has anything else. */
const LEVELS = { info: '"info"', error: '"error"' } as const;

let stampedMs = 0;
let stamp = '';

/** The time of now, ISO 8601 in UTC; requests of one millisecond share it. */
function timestamp(): string {
  const nowMs = Date.now();
  if (nowMs !== stampedMs) {
    stampedMs = nowMs;
    stamp = new Date(nowMs).toISOString();
  }
  return stamp;
}

/** Measures an answered request and writes its line: never a query, a token or what was searched for. */
export function observe(services: Services, request: Request, exchange: Exchange, status: number): void {
  const milliseconds = performance.now() - exchange.startedAtMs;
  services.metrics.observe(exchange.route, status, milliseconds / 1000);
  const { writeLine } = services.log;
  if (writeLine === undefined) return;
  const level = status >= 500 ? LEVELS.error : LEVELS.info;
  const subscriber =
    exchange.subscriberId === 0 ? '' : `,"plan":"${exchange.plan}","subscriber":${exchange.subscriberId}`;
  writeLine(
    `{"level":${level},"time":"${timestamp()}","id":"${exchange.id}","method":"${request.method}","route":"${exchange.route}","status":${status},"ms":${Math.round(milliseconds * 1000) / 1000}${subscriber}}\n`,
  );
}
