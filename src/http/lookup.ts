import { parseCnpjParameter } from '../wire/cnpj.ts';
import { cnpjNotFound } from '../wire/error.ts';
import { LATE_AFTER_MS } from '../wire/status.ts';
import { answer, hasCurrent } from './answer.ts';
import type { KeptAnswer } from './answer-cache.ts';
import type { Exchange } from './exchange.ts';
import type { Served } from './served.ts';
import { type Services, servedBy } from './services.ts';

/** Which API's record is asked for. */
export type Api = 'public' | 'commercial';

/** An entity tag tells the API too: the two records of a CNPJ differ. */
const TAG = { public: 'p', commercial: 'c' } as const;

/**
 * Answers a lookup of either API from the live registry, without leaving the machine. What is absent or late is
 * remembered for the nightly job, where there is an upstream to ask.
 */
export function lookUp(
  services: Services,
  api: Api,
  parameter: string,
  request: Request,
  exchange: Exchange,
): Response {
  const cnpj = parseCnpjParameter(parameter);
  const served = servedBy(services);
  const etag = `"${served.edition}-${TAG[api]}-${cnpj}"`;
  const { body, updatedMs } = served.answers.find(etag) ?? present(services, served, api, cnpj, etag);
  const { recorder, config, limits } = services;
  if (config.UPSTREAM_URL !== undefined && limits.now() - updatedMs > LATE_AFTER_MS) {
    recorder.wanted.remember(cnpj, false);
  }
  const caching = api === 'public' ? 'public' : 'private';
  return hasCurrent(request, etag)
    ? answer(exchange, null, { status: 304, etag, caching })
    : answer(exchange, body, { etag, caching });
}

/** Reads and presents a record, whose bytes are good until the next. Throws a 404 for a CNPJ that is not there. */
function present(
  { recorder, config }: Services,
  served: Served,
  api: Api,
  cnpj: string,
  etag: string,
): KeptAnswer {
  const { companies, presenter, answers } = served;
  const record = companies.viewCompany(cnpj);
  if (record === undefined) {
    if (config.UPSTREAM_URL !== undefined) recorder.wanted.remember(cnpj, true);
    throw cnpjNotFound(cnpj);
  }
  const body = api === 'public' ? presenter.presentPublic(record) : presenter.presentCommercial(record);
  const updatedMs = served.updatedMs(record);
  answers.offer(etag, body, updatedMs);
  return { body, updatedMs };
}
