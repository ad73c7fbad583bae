import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { Turns } from '../../src/http/turns.ts';
import { packKey } from '../../src/registry/key.ts';
import { ERROR_EXAMPLES, type ErrorName } from '../../src/wire/docs/errors.ts';
import { type Fixture, goldenFixture } from '../support/fixture.ts';
import { bear, type LaunchedService, launchService } from '../support/service.ts';
import { importDocumented } from './documented-registry.ts';
import {
  type OpenApi,
  operationsOf,
  type PlacedOperation,
  readDocument,
  schemaChecker,
} from './openapi-reader.ts';

/** The services that errors are provoked on. */
const SETUPS = {
  /** Has the documented companies. */
  usual: { BODY_LIMIT: '1024' },
  /** Has other companies. */
  other: {},
  /** Has no registry. */
  empty: {},
  /** Lets no search wait. */
  busy: {},
  /** Has a torn record where the documented company was. */
  torn: {},
  /** Lets one query a minute through. */
  limited: { PUBLIC_PER_MINUTE: '1', BASICO_PER_MINUTE: '1', PREMIUM_PER_MINUTE: '1' },
  /** Lets one query a month through. */
  monthly: { BASICO_PER_MONTH: '1', PREMIUM_PER_MONTH: '1' },
  /** Lets one failure a minute through. */
  shut: { STRANGER_FAILURES_PER_MINUTE: '1' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

type Setup = keyof typeof SETUPS;

/** How an error is provoked on an operation. */
interface Provocation {
  readonly on?: Setup;
  /** What stands in the place of the path's parameter. */
  readonly key?: string;
  readonly query?: string;
  readonly method?: string;
  readonly body?: string;
  /** Which token is borne: the premium one unless told otherwise. */
  readonly token?: keyof LaunchedService['tokens'] | 'none' | 'unknown' | 'two';
  /** Asked before, to use up what there is. */
  readonly before?: number;
}

/** How each documented error is provoked; undefined for those that no request of a test's can. */
const PROVOCATIONS: Readonly<Record<ErrorName, Provocation | undefined>> = {
  'cnpj-com-pontuacao': { key: '98.765.432.0001-98' },
  'cnpj-incompleto': { key: '9876543200019' },
  'cnpj-com-digito-errado': { key: '98765432000199' },
  'cnpj-nao-encontrado': { on: 'other' },
  'raiz-incompleta': { key: '987654' },
  'raiz-nao-encontrada': { on: 'other' },
  'pagina-invalida': { query: 'pagina=0' },
  'parametro-repetido': { query: 'pagina=1&pagina=2' },
  'filtro-invalido': { query: 'cidade_id=manaus' },
  'parametro-desconhecido': { query: 'cidade=1302603' },
  'prefixo-curto': { query: 'razao_social=ig*' },
  // It takes a registry of many thousand words.
  'prefixo-amplo': undefined,
  // It lasts for an instant after a large registry has been opened.
  'vocabulario-em-carga': undefined,
  'mes-invalido': { query: 'mes=13' },
  'corpo-que-nao-e-json': { body: 'cnpj=98765432000198' },
  'campos-invalidos': { body: '{"cnpj":"98765432000199"}' },
  'suframa-nao-encontrada': { body: '{"cnpj":"98765432000198","inscricao":"1"}' },
  'corpo-muito-grande': { body: ' '.repeat(1025) },
  'token-ausente': { token: 'none' },
  'token-desconhecido': { token: 'unknown' },
  'token-revogado': { token: 'revoked' },
  'token-expirado': { token: 'expired' },
  'tokens-diferentes': { token: 'two' },
  'plano-sem-pesquisa': { token: 'basico' },
  'metodo-nao-permitido': { method: 'DELETE' },
  'metodo-nao-permitido-suframa': { method: 'GET' },
  'limite-publico': { on: 'limited', before: 1 },
  'limite-por-minuto': { on: 'limited', before: 1 },
  'limite-por-mes': { on: 'monthly', before: 1 },
  'falhas-demais': { on: 'shut', token: 'none', before: 2 },
  'consultas-demais': { on: 'busy', query: 'nome_fantasia=igarape' },
  'base-indisponivel': { on: 'empty' },
  'erro-interno': { on: 'torn' },
};

/** A torn record is met by whoever reads it, and by nobody else. */
const READS_RECORDS: ReadonlySet<string> = new Set([
  'consultarCnpj',
  'consultarCnpjComercial',
  'validarSuframa',
]);

let services: Readonly<Record<Setup, LaunchedService>>;
let documents: Readonly<Record<Setup, OpenApi>>;
const registries: Fixture[] = [];

function tear(dataDir: string): void {
  const database = new Database(join(dataDir, 'registry.db'));
  database
    .query('UPDATE establishment SET record = ? WHERE key = ?')
    .run(Buffer.from('torn'), packKey('98765432000198'));
  database.close();
}

beforeAll(async () => {
  const documented = await importDocumented();
  registries.push(documented);
  const golden = await goldenFixture();
  const launched = await Promise.all(
    Object.entries(SETUPS).map(async ([name, variables]) => {
      const registry = name === 'empty' ? undefined : name === 'other' ? golden : documented;
      const prepare = name === 'torn' ? { prepare: tear } : {};
      const turns = name === 'busy' ? { turns: new Turns({ most: 0, longestWaitMs: 0 }) } : {};
      return [name, await launchService({ registry, variables, ...prepare, ...turns })] as const;
    }),
  );
  // One entry a setup, which Object.fromEntries cannot say.
  services = Object.fromEntries(launched) as Record<Setup, LaunchedService>;
  const read = await Promise.all(
    launched.map(
      async ([name, service]) =>
        [name, readDocument(await (await service.ask('/openapi.json')).text())] as const,
    ),
  );
  documents = Object.fromEntries(read) as Record<Setup, OpenApi>; // one entry a setup, too
});

afterAll(async () => {
  for (const service of Object.values(services)) await service[Symbol.asyncDispose]();
  for (const registry of registries) registry[Symbol.dispose]();
});

/** Asks for an operation in the way that provokes an error. */
function provoke(
  service: LaunchedService,
  placed: PlacedOperation,
  provocation: Provocation,
): Promise<Response> {
  const { method, path, operation } = placed;
  const { token = 'premium', key, query = '' } = provocation;
  const parameter = operation.parameters.find((candidate) => candidate.in === 'path');
  const [example] = Object.values(parameter?.examples ?? {});
  const [question] = Object.values(operation.requestBody?.content?.['application/json']?.examples ?? {});
  const headers = new Headers();
  if (token === 'unknown') headers.set('x_api_token', 'unknown');
  else if (token === 'two') headers.set('x_api_token', 'another');
  if (token === 'two') headers.set('authorization', `Bearer ${service.tokens.premium}`);
  else if (token !== 'none' && token !== 'unknown')
    headers.set('authorization', bear(service.tokens[token]).authorization);
  const verb = provocation.method ?? method.toUpperCase();
  const body = provocation.body ?? (question && JSON.stringify(question.value));
  return service.ask(`${path.replace(/\{\w+\}/, key ?? String(example?.value))}?${query}`, {
    method: verb,
    headers,
    ...(body !== undefined && verb === 'POST' && { body }),
  });
}

/** A body without what differs from one time to the next: moments, and numbers of faults. */
function timeless(body: unknown): unknown {
  const text = JSON.stringify(body)
    .replaceAll(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}/g, 'MOMENT')
    .replaceAll(/Informe o código \S+ ao/g, 'Informe o código NUMBER ao');
  return JSON.parse(text);
}

/** The errors that an operation of a document tells of: their status, name and body. */
function errorsOf({ operation }: PlacedOperation): [status: string, name: string, value: unknown][] {
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) =>
      Object.entries(response.content?.['application/json']?.examples ?? {}).map(
        ([name, { value }]): [string, string, unknown] => [status, name, value],
      ),
    );
}

test('every documented error is what the server answers, wherever it is documented', async () => {
  const provoked = new Set<string>();
  for (const [setup, document] of Object.entries(documents)) {
    const check = schemaChecker(document);
    // The keys of a record of setups, which Object.entries forgets.
    const service = services[setup as Setup];
    for (const [operationName, placed] of operationsOf(document)) {
      for (const [status, name, value] of errorsOf(placed)) {
        // The document's examples bear the names of the table that they are made from.
        const provocation = PROVOCATIONS[name as ErrorName];
        if (provocation === undefined || (provocation.on ?? 'usual') !== setup) continue;
        if (name === 'erro-interno' && !READS_RECORDS.has(operationName)) continue;
        const place = `${operationName} ${name}`;
        for (let asked = 0; asked < (provocation.before ?? 0); asked++)
          await provoke(service, placed, { ...provocation, before: 0 });
        const answer = await provoke(service, placed, provocation);
        expect(answer.status, place).toBe(Number(status));
        const response = placed.operation.responses[status];
        const body: unknown = await answer.json();
        expect(check(response?.content?.['application/json']?.schema, body), place).toEqual([]);
        expect(timeless(body), place).toEqual(timeless(value));
        for (const header of Object.keys(response?.headers ?? {}))
          expect(answer.headers.get(header), `${place} ${header}`).toBeString();
        provoked.add(name);
      }
    }
  }
  const expected = Object.entries(PROVOCATIONS).flatMap(([name, how]) => (how ? [name] : []));
  expect([...provoked].sort()).toEqual(expected.sort());
});

test('every error of the table is documented somewhere', () => {
  const documented = operationsOf(documents.monthly).flatMap(([, placed]) =>
    errorsOf(placed).map(([, name]) => name),
  );
  expect([...new Set(documented)].sort()).toEqual(Object.keys(ERROR_EXAMPLES).sort());
});
