import type { Exchange } from '../exchange.ts';
import type { Services } from '../services.ts';

/** Notes how a request was answered, for the metrics and the log. */
export function observe(
  { journal }: Pick<Services, 'journal'>,
  { method }: Request,
  exchange: Exchange,
  status: number,
): void {
  exchange.tookMs = performance.now() - exchange.startedAtMs;
  exchange.method = method;
  exchange.status = status;
  journal.add(exchange);
}
