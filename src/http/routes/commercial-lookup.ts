import { Elysia } from 'elysia';
import { parseCnpjParameter } from '../../wire/cnpj.ts';
import { guard } from '../hooks/guard.ts';
import { observe } from '../hooks/observe.ts';
import { lookUp } from '../lookup.ts';
import type { Services } from '../services.ts';

/** `GET {commercial}/cnpj/{cnpj}`: the full record, with Suframa registrations and tax regimes. */
export function commercialLookup(services: Services, prefix: string) {
  // Elysia reads a handler's text: one that ends by returning a call counts as asynchronous, which costs 3 µs.
  return (
    new Elysia({ prefix })
      .use(guard(services, 'every', 'cnpj'))
      .get('/cnpj/:cnpj', ({ params, request, exchange }) => {
        const response = lookUp(services, 'commercial', params.cnpj, request, exchange);
        observe(services, request, exchange, response.status);
        return response;
      })
      // A punctuated CNPJ has a slash: who sends one is told what is wrong with it, as with any other.
      .get('/cnpj/:cnpj/:rest', ({ params }) => parseCnpjParameter(`${params.cnpj}/${params.rest}`))
  );
}
