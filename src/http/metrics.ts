import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { RegistryFacts } from '../registry/database.ts';

/** Upper bounds of the latency histogram, in seconds. */
export const BOUNDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** The requests of one route and status: how many fell below each bound, and their seconds together. */
export interface Series {
  readonly route: string;
  readonly status: number;
  readonly buckets: Float64Array;
  seconds: number;
}

/** The limits that refuse requests. */
export type Limit = 'public' | 'minute' | 'month' | 'failures';

/**
 * What is measured, in plain numbers: a fifth of what the histogram of Prometheus' library costs a request. `Exposition`
 * writes them out through that library.
 */
export class Metrics {
  /** Requests refused by a limit, by which one. */
  readonly limited = new Map<Limit, number>();
  /** Registries opened since the start. */
  swaps = 0;
  private readonly series = new Map<string, Map<number, Series>>();
  private readonly delay = monitorEventLoopDelay({ resolution: 10 });

  /** `facts` tells of the registry that is open, if one is. */
  constructor(readonly facts: () => RegistryFacts | undefined) {
    this.delay.enable();
  }

  /** Counts one request refused by a limit. */
  refuse(limit: Limit): void {
    this.limited.set(limit, (this.limited.get(limit) ?? 0) + 1);
  }

  /** Counts one answered request. */
  observe(route: string, status: number, seconds: number): void {
    let byStatus = this.series.get(route);
    if (byStatus === undefined) {
      byStatus = new Map();
      this.series.set(route, byStatus);
    }
    let series = byStatus.get(status);
    if (series === undefined) {
      series = { route, status, buckets: new Float64Array(BOUNDS.length + 1), seconds: 0 };
      byStatus.set(status, series);
    }
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? 0)) bucket++;
    series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
    series.seconds += seconds;
  }

  /** All series there are. */
  *listSeries(): Generator<Series> {
    for (const byStatus of this.series.values()) yield* byStatus.values();
  }

  /** How late timers ran since the last reading, the 99th percentile in seconds. */
  readDelaySeconds(): number {
    const seconds = this.delay.percentile(99) / 1e9;
    this.delay.reset();
    return seconds;
  }

  /** Stops watching the event loop. */
  stop(): void {
    this.delay.disable();
  }
}
