import { expect, test } from 'bun:test';
import { goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { bear, type LaunchedService, launchService } from '../support/service.ts';

/** One line of Prometheus' text: a name, labels and a number. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-z_][a-z0-9_]*)(?:\{((?:[a-z_]+="(?:[^"\\]|\\.)*",?)*)\})? (-?[0-9.e+-]+|NaN|[+-]Inf)$/i;
const LABEL = /([a-z_]+)="((?:[^"\\]|\\.)*)"/gi;
const COMMENT = /^# (?:HELP|TYPE) [a-z0-9_]+ \S/;

/** Parses the text format whole. Throws at the first line that has not its form. */
function parseMetrics(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !COMMENT.test(line));
  return lines.map((line) => {
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined) throw new Error(`This is no sample: ${line}`);
    const pairs = [...labels.matchAll(LABEL)].map(([, label, text]) => [label, text] as const);
    return { name, labels: Object.fromEntries(pairs), value: Number(value) };
  });
}

/** What Prometheus reads of a service. */
async function scrape(service: LaunchedService) {
  const answer = await fetch(`${service.adminOrigin}/metrics`);
  expect(answer.headers.get('content-type')).toStartWith('text/plain; version=0.0.4');
  const samples = parseMetrics(await answer.text());
  /** The sum of the samples of a name whose labels are as given. */
  return (name: string, labels: Readonly<Record<string, string>> = {}) =>
    samples
      .filter((sample) => sample.name === name)
      .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
      .reduce((sum, { value }) => sum + value, 0);
}

test('requests are counted by route and status, refusals by their limit, the registry by its rows', async () => {
  await using service = await launchService({
    registry: await goldenFixture(),
    variables: { PUBLIC_PER_MINUTE: '3', BASICO_PER_MINUTE: '2', STRANGER_FAILURES_PER_MINUTE: '1' },
  });
  const headers = bear(service.tokens.basico);
  for (let time = 0; time < 5; time++) await service.ask(`/cnpj/${GOLDEN.empty}`);
  await service.ask(`/cnpj/${GOLDEN.empty}`, { method: 'OPTIONS' });
  await service.ask('/status');
  await service.ask('/nada');
  await service.ask('/outra?token=x');
  for (let time = 0; time < 3; time++) await service.ask('/comercial/consumo', { headers });
  for (let time = 0; time < 3; time++) await service.ask('/comercial/cnpj/1');
  const read = await scrape(service);
  const count = (route: string, status: string) => read('cnpj_request_seconds_count', { route, status });
  expect(count('/cnpj/:cnpj', '200')).toBe(3);
  expect(count('/cnpj/:cnpj', '429')).toBe(2);
  expect(count('/cnpj/:cnpj', '204')).toBe(1);
  expect(count('/status', '200')).toBe(1);
  expect(count('', '404')).toBe(2);
  expect(count('/comercial/consumo', '200')).toBe(2);
  expect(count('/comercial/consumo', '429')).toBe(1);
  expect(count('/comercial/cnpj/:cnpj', '401')).toBe(2);
  expect(count('/comercial/cnpj/:cnpj', '429')).toBe(1);
  expect(read('cnpj_request_seconds_count')).toBe(15);
  expect(read('cnpj_limited_requests_total', { limit: 'public' })).toBe(2);
  expect(read('cnpj_limited_requests_total', { limit: 'minute' })).toBe(1);
  expect(read('cnpj_limited_requests_total', { limit: 'failures' })).toBe(1);
  expect(read('cnpj_registry_rows', { kind: 'establishments' })).toBe(8);
  expect(read('cnpj_registry_swaps_total')).toBe(1);
  expect(read('cnpj_registry_extraction_timestamp_seconds')).toBe(Date.parse('2026-08-08') / 1000);
  expect(read('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
});

test('a histogram is cumulative, and its last bucket holds every request', async () => {
  await using service = await launchService({ registry: await goldenFixture() });
  for (let time = 0; time < 20; time++) await service.ask(`/cnpj/${GOLDEN.partners}`);
  const answer = await fetch(`${service.adminOrigin}/metrics`);
  const samples = parseMetrics(await answer.text());
  const buckets = samples.filter(
    ({ name, labels }) => name === 'cnpj_request_seconds_bucket' && labels.route === '/cnpj/:cnpj',
  );
  const bounds = buckets.map(({ labels }) => (labels.le === '+Inf' ? Infinity : Number(labels.le)));
  expect(bounds).toEqual(bounds.toSorted((one, other) => one - other));
  const values = buckets.map(({ value }) => value);
  expect(values).toEqual(values.toSorted((one, other) => one - other));
  expect(values.at(-1)).toBe(20);
  const sum = samples.find(({ name }) => name === 'cnpj_request_seconds_sum')?.value ?? 0;
  expect(sum).toBeGreaterThan(0);
});

test('metrics are told on the address of the operator alone, and nothing else is', async () => {
  await using service = await launchService({ registry: undefined });
  expect((await service.ask('/metrics')).status).toBe(404);
  for (const path of ['/', `/cnpj/${GOLDEN.empty}`, '/status', '/metrics/', '/comercial/consumo'])
    expect((await fetch(`${service.adminOrigin}${path}`)).status).toBe(404);
  const read = await scrape(service);
  expect(read('cnpj_registry_rows')).toBe(0);
  expect(service.config.ADMIN_HOST).toBe('127.0.0.1');
});
