import { Elysia } from 'elysia';
import { unknownAddress } from '../../wire/error.ts';
import { beginExchange } from '../exchange.ts';
import { observe } from '../hooks/observe.ts';
import { onceAsked, sendAsset } from '../page/asset.ts';
import type { Services } from '../services.ts';
import { pathOf, targetOf } from '../target.ts';

/** `GET {public}/`: the page for people, made when it is first asked for, since a start must be quick. */
export function page(services: Services, prefix: string) {
  const frontPage = onceAsked(async () => {
    const { createFrontPage } = await import('../page/front-page.ts');
    return await createFrontPage();
  });
  return new Elysia()
    .derive(({ route }) => ({ exchange: beginExchange(route) }))
    .get(`${prefix}/`, async ({ request, exchange }) => {
      // The framework serves the route without its slash too, but the page's addresses are relative to one with it.
      const path = pathOf(request.url);
      if (!path.endsWith('/')) {
        observe(services, request, exchange, 308);
        const location = `${prefix}/${targetOf(request.url).slice(path.length)}`;
        return new Response(null, { status: 308, headers: { location } });
      }
      return sendAsset(services, request, exchange, (await frontPage()).page);
    })
    .get(`${prefix}/page/:edition/:file`, async ({ request, exchange, params }) => {
      const { edition, files } = await frontPage();
      const asset = params.edition === edition ? files.get(params.file) : undefined;
      if (asset === undefined) throw unknownAddress();
      return sendAsset(services, request, exchange, asset);
    });
}
