import { Elysia } from 'elysia';
import { parseCnpjParameter } from '../../wire/cnpj.ts';
import { cnpjNotFound, unavailable } from '../../wire/error.ts';
import { answer, hasCurrent } from '../answer.ts';
import { beginExchange } from '../exchange.ts';
import { limitStranger } from '../hooks/limits.ts';
import { observe } from '../hooks/observe.ts';
import type { Services } from '../services.ts';

/** `GET {public}/cnpj/{cnpj}`: the full record of one CNPJ, for anyone, a few a minute. */
export function publicLookup(services: Services, prefix: string) {
  return new Elysia({ prefix })
    .derive(({ route }) => ({ exchange: beginExchange(route) }))
    .derive(({ request, server, exchange }) => {
      limitStranger(services, request, server, exchange);
      return {};
    })
    .get('/cnpj/:cnpj', ({ params, request, exchange }) => {
      const cnpj = parseCnpjParameter(params.cnpj);
      const served = services.live.current;
      if (served === undefined) throw unavailable();
      const record = served.companies.findCompany(cnpj);
      if (record === undefined) {
        services.recorder.wanted.remember(cnpj, true);
        throw cnpjNotFound(cnpj);
      }
      const etag = `"${served.edition}-p-${cnpj}"`;
      const current = hasCurrent(request, etag);
      const status = current ? 304 : 200;
      observe(services, request, exchange, status);
      const body = current ? null : served.presenter.presentPublic(record);
      return answer(exchange, body, { status, etag, caching: 'public' });
    });
}
