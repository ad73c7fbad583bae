import { Elysia } from 'elysia';
import { parseCnpjParameter } from '../../wire/cnpj.ts';
import { cnpjNotFound, unavailable } from '../../wire/error.ts';
import { answer, hasCurrent } from '../answer.ts';
import { guard } from '../hooks/guard.ts';
import { observe } from '../hooks/observe.ts';
import type { Services } from '../services.ts';

/** `GET {commercial}/cnpj/{cnpj}`: the full record, with Suframa registrations and tax regimes. */
export function commercialLookup(services: Services, prefix: string) {
  return new Elysia({ prefix })
    .use(guard(services, 'every'))
    .get('/cnpj/:cnpj', ({ params, request, exchange, subscriber }) => {
      services.recorder.usage.count(subscriber.id, 'cnpj');
      const cnpj = parseCnpjParameter(params.cnpj);
      const served = services.live.current;
      if (served === undefined) throw unavailable();
      const record = served.companies.findCompany(cnpj);
      if (record === undefined) {
        services.recorder.wanted.remember(cnpj, true);
        throw cnpjNotFound(cnpj);
      }
      const etag = `"${served.edition}-c-${cnpj}"`;
      const current = hasCurrent(request, etag);
      const status = current ? 304 : 200;
      observe(services, request, exchange, status);
      const body = current ? null : served.presenter.presentCommercial(record);
      return answer(exchange, body, { status, etag, caching: 'private' });
    });
}
