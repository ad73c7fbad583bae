import type { Config } from '../../config.ts';
import type { Subscriber } from '../../state/directory.ts';
import { limitExceeded, shutOut } from '../../wire/limit.ts';
import { type Exchange, stopBy } from '../exchange.ts';
import type { Services } from '../services.ts';

const PER_MINUTE = { basico: 'BASICO_PER_MINUTE', premium: 'PREMIUM_PER_MINUTE' } as const satisfies Record<
  string,
  keyof Config
>;
const PER_MONTH = { basico: 'BASICO_PER_MONTH', premium: 'PREMIUM_PER_MONTH' } as const satisfies Record<
  string,
  keyof Config
>;

function secondsLeft(endsAtMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
}

/** Counts a query of the public API against its address. Throws a 429 past the limit; every query counts. */
export function limitStranger(services: Services, request: Request, exchange: Exchange): void {
  const { limits, config } = services;
  const allowed = config.PUBLIC_PER_MINUTE;
  const nowMs = limits.now();
  const { count, endsAtMs } = limits.addresses.count(services.addresses.keyOfRequest(request), nowMs);
  exchange.rateLimit = `"default";r=${Math.max(0, allowed - count)};t=${secondsLeft(endsAtMs, nowMs)}`;
  exchange.rateLimitPolicy = `"default";q=${allowed};w=60`;
  if (count <= allowed) return;
  services.metrics.refuse('public');
  throw stopBy(limitExceeded({ allowed, period: 'minute', endsAtMs }, nowMs), exchange);
}

/** Counts a request against its subscriber, whatever the token. Throws a 429 past the minute's limit. */
export function limitMinute(services: Services, subscriber: Subscriber, exchange: Exchange): void {
  const { limits, config } = services;
  const allowed = config[PER_MINUTE[subscriber.plan]];
  const nowMs = limits.now();
  const { count, endsAtMs } = limits.subscribers.count(subscriber.id, nowMs);
  exchange.rateLimit = `"default";r=${Math.max(0, allowed - count)};t=${secondsLeft(endsAtMs, nowMs)}`;
  exchange.rateLimitPolicy = `"default";q=${allowed};w=60`;
  if (count > allowed) {
    services.metrics.refuse('minute');
    throw limitExceeded({ allowed, period: 'minute', endsAtMs }, nowMs);
  }
}

/** Throws a 429 for a subscriber who has queried as much as a month of the plan allows. */
export function limitMonth(services: Services, subscriber: Subscriber, exchange: Exchange): void {
  const { limits, config, recorder } = services;
  const quota = config[PER_MONTH[subscriber.plan]];
  if (quota === 0 || recorder.usage.countedThisMonth(subscriber.id) < quota) return;
  services.metrics.refuse('month');
  const nowMs = limits.now();
  const { monthEndsAt } = recorder.usage;
  exchange.rateLimit = `"month";r=0;t=${secondsLeft(monthEndsAt, nowMs)}`;
  exchange.rateLimitPolicy = `"month";q=${quota}`;
  throw limitExceeded({ allowed: quota, period: 'month', endsAtMs: monthEndsAt }, nowMs);
}

/** Throws a 429 for an address that failed too often within a minute to say who asks. */
export function refuseShutOut(services: Services, request: Request, exchange: Exchange): void {
  const { limits, config } = services;
  if (limits.failures.size === 0) return;
  const nowMs = limits.now();
  const window = limits.failures.find(services.addresses.keyOfRequest(request), nowMs);
  const allowed = config.STRANGER_FAILURES_PER_MINUTE;
  if (window === undefined || window.count <= allowed) return;
  services.metrics.refuse('failures');
  exchange.rateLimit = `"failures";r=0;t=${secondsLeft(window.endsAtMs, nowMs)}`;
  exchange.rateLimitPolicy = `"failures";q=${allowed};w=60`;
  throw shutOut(allowed, window.endsAtMs, nowMs);
}
