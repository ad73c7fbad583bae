import { Elysia } from 'elysia';
import { parseCnpjParameter } from '../../wire/cnpj.ts';
import { beginExchange } from '../exchange.ts';
import { limitStranger } from '../hooks/limits.ts';
import { observe } from '../hooks/observe.ts';
import { lookUp } from '../lookup.ts';
import { nextRound } from '../round.ts';
import type { Services } from '../services.ts';

/** `GET {public}/cnpj/{cnpj}`: the full record of one CNPJ, for anyone, a few a minute. */
export function publicLookup(services: Services, prefix: string) {
  // Elysia reads a handler's text: one that ends by returning a call counts as asynchronous, which costs 3 µs.
  return (
    new Elysia({ prefix })
      .derive(async ({ route, request }) => {
        const exchange = beginExchange(route);
        await nextRound();
        limitStranger(services, request, exchange);
        return { exchange };
      })
      .get('/cnpj/:cnpj', ({ params, request, exchange }) => {
        const response = lookUp(services, 'public', params.cnpj, request, exchange);
        observe(services, request, exchange, response.status);
        return response;
      })
      // A punctuated CNPJ has a slash: who sends one is told what is wrong with it, as with any other.
      .get('/cnpj/:cnpj/:rest', ({ params }) => parseCnpjParameter(`${params.cnpj}/${params.rest}`))
  );
}
