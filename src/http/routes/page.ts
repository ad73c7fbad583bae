import { Elysia } from 'elysia';
import { beginExchange } from '../exchange.ts';
import { observe } from '../hooks/observe.ts';
import { onceAsked, sendAsset, unknownAddress } from '../page/asset.ts';
import type { Services } from '../services.ts';

/** `GET {public}/`: the page for people, made when it is first asked for, since a start must be quick. */
export function page(services: Services, prefix: string) {
  const frontPage = onceAsked(async () => {
    const { createFrontPage } = await import('../page/front-page.ts');
    return await createFrontPage();
  });
  const app = new Elysia()
    .derive(({ route }) => ({ exchange: beginExchange(route) }))
    .get(`${prefix}/`, async ({ request, exchange }) =>
      sendAsset(services, request, exchange, (await frontPage()).page),
    )
    .get(`${prefix}/page/:file`, async ({ request, exchange, params }) => {
      const asset = (await frontPage()).files.get(params.file);
      if (asset === undefined) throw unknownAddress();
      return sendAsset(services, request, exchange, asset);
    });
  if (prefix === '') return app;
  // The page's addresses are relative to its own, which therefore must end in a slash.
  return app.get(prefix, ({ request, exchange }) => {
    observe(services, request, exchange, 308);
    return new Response(null, { status: 308, headers: { location: `${prefix}/` } });
  });
}
