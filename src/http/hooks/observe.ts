import type { Exchange } from '../exchange.ts';
import type { Services } from '../services.ts';

/** What may stand in a hand-written JSON text without escapes; a method or pattern of ours never has anything else. */
const LEVELS = { info: '"info"', error: '"error"' } as const;

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
    `{"level":${level},"time":"${new Date().toISOString()}","id":"${exchange.id}","method":"${request.method}","route":"${exchange.route}","status":${status},"ms":${milliseconds.toFixed(3)}${subscriber}}\n`,
  );
}
