import { Elysia } from 'elysia';
import { Refusal } from '../../wire/error.ts';
import { beginExchange } from '../exchange.ts';
import { observe } from '../hooks/observe.ts';
import { type Asset, answerAsset, onceAsked } from '../page/asset.ts';
import type { Services } from '../services.ts';

/** `GET {public}/docs` and `/openapi.json`: the documentation, made when it is first asked for, since a start must be quick. */
export function docs(services: Services, prefix: string) {
  const reference = onceAsked(async () => {
    const { createReference, docsSettings } = await import('../openapi/reference.ts');
    return await createReference(docsSettings(services.config, services.version));
  });
  return new Elysia({ prefix })
    .derive(({ route }) => ({
      send(request: Request, asset: Asset): Response {
        const response = answerAsset(request, asset);
        observe(services, request, beginExchange(route), response.status);
        return response;
      },
    }))
    .get('/docs', async ({ request, send }) => send(request, (await reference()).page))
    .get('/openapi.json', async ({ request, send }) => send(request, (await reference()).document))
    .get('/docs/:file', async ({ request, send, params }) => {
      const { script, scriptName } = await reference();
      if (params.file !== scriptName) throw new Refusal(404, 'Este endereço não existe.');
      return send(request, script);
    });
}
