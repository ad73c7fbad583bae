import { Elysia } from 'elysia';
import { unknownAddress } from '../../wire/error.ts';
import { beginExchange } from '../exchange.ts';
import { onceAsked, sendAsset } from '../page/asset.ts';
import type { Services } from '../services.ts';

/** `GET {public}/docs` and `/openapi.json`: the documentation, made when it is first asked for, since a start must be quick. */
export function docs(services: Services, prefix: string) {
  const reference = onceAsked(async () => {
    const { createReference, docsSettings } = await import('../openapi/reference.ts');
    return await createReference(docsSettings(services.config, services.version));
  });
  return new Elysia({ prefix })
    .derive(({ route }) => ({ exchange: beginExchange(route) }))
    .get('/docs', async ({ request, exchange }) =>
      sendAsset(services, request, exchange, (await reference()).page),
    )
    .get('/openapi.json', async ({ request, exchange }) =>
      sendAsset(services, request, exchange, (await reference()).document),
    )
    .get('/docs/:file', async ({ request, exchange, params }) => {
      const { script, scriptName } = await reference();
      if (params.file !== scriptName) throw unknownAddress();
      return sendAsset(services, request, exchange, script);
    });
}
