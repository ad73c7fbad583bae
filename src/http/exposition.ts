import { Counter, Gauge, type Metric, Registry } from 'prom-client';
import { BOUNDS, type Metrics } from './metrics.ts';

/** What was measured as Prometheus reads it, written by its library when it is asked for. */
export class Exposition {
  private readonly registry = new Registry();

  constructor(private readonly metrics: Metrics) {
    const registers = [this.registry];
    const { facts } = metrics;
    new Counter({
      name: 'cnpj_limited_requests_total',
      help: 'Requests refused by a limit.',
      labelNames: ['limit'],
      registers,
      collect() {
        this.reset();
        for (const [limit, count] of metrics.limited) this.inc({ limit }, count);
      },
    });
    new Counter({
      name: 'cnpj_registry_swaps_total',
      help: 'Registries opened since the start.',
      registers,
      collect() {
        this.reset();
        this.inc(metrics.swaps);
      },
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
      () => metrics.readDelaySeconds(),
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
      reset: () => undefined,
    } as unknown as Metric);
  }

  /** Everything, with its content type. */
  async write(): Promise<{ type: string; text: string }> {
    return { type: this.registry.contentType, text: await this.registry.metrics() };
  }

  private collectRequests() {
    const name = 'cnpj_request_seconds';
    const values: { metricName: string; labels: Record<string, string | number>; value: number }[] = [];
    for (const { route, status, buckets, seconds } of this.metrics.listSeries()) {
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
    return {
      name,
      help: 'Requests by route and status, and how long they took.',
      type: 'histogram',
      values,
      aggregator: 'sum',
    };
  }
}
