import { parseCnpjParameter } from '../wire/cnpj.ts';
import { cnpjNotFound, unavailable } from '../wire/error.ts';
import { answer, hasCurrent } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { Services } from './services.ts';

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
  const { live, recorder, config, limits } = services;
  const cnpj = parseCnpjParameter(parameter);
  const served = live.current;
  if (served === undefined) throw unavailable();
  const record = served.companies.viewCompany(cnpj);
  const feeds = config.UPSTREAM_URL !== undefined;
  if (record === undefined) {
    if (feeds) recorder.wanted.remember(cnpj, true);
    throw cnpjNotFound(cnpj);
  }
  if (feeds && served.isLate(record, limits.now())) recorder.wanted.remember(cnpj, false);
  const etag = `"${served.edition}-${TAG[api]}-${cnpj}"`;
  const caching = api === 'public' ? 'public' : 'private';
  if (hasCurrent(request, etag)) return answer(exchange, null, { status: 304, etag, caching });
  const { presenter } = served;
  const body = api === 'public' ? presenter.presentPublic(record) : presenter.presentCommercial(record);
  return answer(exchange, body, { etag, caching });
}
