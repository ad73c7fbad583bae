import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Metric, Registry } from 'prom-client';
import type { RegistryFacts } from '../registry/database.ts';

/** Upper bounds of the latency histogram, in seconds. */
const BOUNDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** The requests of one route and status: how many fell below each bound, and their seconds together. */
interface Series {
  readonly route: string;
  readonly status: number;
  readonly buckets: Float64Array;
  seconds: number;
}

/**
 * What is measured, for Prometheus. Requests are counted in plain arrays, a fifth of what the library's own histogram
 * costs a request; the library writes them out with the rest.
 */
export class Metrics {
  private readonly registry = new Registry();
  private readonly series = new Map<string, Map<number, Series>>();
  private readonly delay = monitorEventLoopDelay({ resolution: 10 });
  /** Requests refused by a limit, by which one. */
  readonly limited: Counter<'limit'>;
  /** Registries opened since the start. */
  readonly swaps: Counter;

  /** `facts` tells of the registry that is open, if one is. */
  constructor(facts: () => RegistryFacts | undefined) {
    const registers = [this.registry];
    this.delay.enable();
    this.limited = new Counter({
      name: 'cnpj_limited_requests_total',
      help: 'Requests refused by a limit.',
      labelNames: ['limit'],
      registers,
    });
    this.swaps = new Counter({
      name: 'cnpj_registry_swaps_total',
      help: 'Registries opened since the start.',
      registers,
    });
    const gauge = (name: string, help: string, read: () => number | undefined) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          const value = read();
          if (value !== undefined) this.set(value);
        },
      });
    gauge('cnpj_registry_extraction_timestamp_seconds', "The day of the registry's data.", () => {
      const day = facts()?.extractedOn;
      return day === undefined ? undefined : Date.parse(day) / 1000;
    });
    gauge('cnpj_registry_import_timestamp_seconds', 'When the registry was imported.', () => {
      const at = facts()?.importedAt;
      return at === undefined ? undefined : Date.parse(at) / 1000;
    });
    gauge(
      'cnpj_event_loop_delay_p99_seconds',
      'How late timers ran since the last reading, 99th percentile.',
      () => {
        const seconds = this.delay.percentile(99) / 1e9;
        this.delay.reset();
        return seconds;
      },
    );
    gauge('process_resident_memory_bytes', 'Resident memory, the mapped registry included.', () =>
      process.memoryUsage.rss(),
    );
    gauge('process_uptime_seconds', 'Seconds since the start.', () => process.uptime());
    new Gauge({
      name: 'cnpj_registry_rows',
      help: 'Rows of the registry by kind.',
      labelNames: ['kind'],
      registers,
      collect() {
        this.reset();
        for (const [kind, rows] of Object.entries(facts()?.rows ?? {})) this.set({ kind }, rows);
      },
    });
    // The library's writer asks a metric for its values and nothing more, which its types do not say.
    this.registry.registerMetric({
      name: 'cnpj_request_seconds',
      get: () => this.collectRequests(),
      reset: () => this.series.clear(),
    } as unknown as Metric);
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

  /** Everything as Prometheus reads it. */
  async write(): Promise<{ type: string; text: string }> {
    return { type: this.registry.contentType, text: await this.registry.metrics() };
  }

  /** Stops watching the event loop. */
  stop(): void {
    this.delay.disable();
  }

  private collectRequests() {
    const name = 'cnpj_request_seconds';
    const values: { metricName: string; labels: Record<string, string | number>; value: number }[] = [];
    for (const byStatus of this.series.values()) {
      for (const { route, status, buckets, seconds } of byStatus.values()) {
        let below = 0;
        for (const [index, count] of buckets.entries()) {
          below += count;
          values.push({
            metricName: `${name}_bucket`,
            labels: { route, status, le: BOUNDS[index] ?? '+Inf' },
            value: below,
          });
        }
        values.push({ metricName: `${name}_sum`, labels: { route, status }, value: seconds });
        values.push({ metricName: `${name}_count`, labels: { route, status }, value: below });
      }
    }
    return {
      name,
      help: 'Requests by route and status, and how long they took.',
      type: 'histogram',
      values,
      aggregator: 'sum',
    };
  }
}
