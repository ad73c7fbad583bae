import { Elysia } from 'elysia';
import { answerFailure } from './hooks/errors.ts';
import { RouteTable } from './route-table.ts';
import { publicLookup } from './routes/public-lookup.ts';
import { status } from './routes/status.ts';
import type { Services } from './services.ts';

/** Which of the two APIs an app serves, and below which path. */
export interface Mount {
  readonly publicPath: string | undefined;
  readonly commercialPath: string | undefined;
}

/** The service as one visible list of routes. Nothing here opens, listens or reads the environment. */
export function createApp(services: Services, mount: Mount) {
  const app = new Elysia({ strictPath: true, normalize: false, detail: {} });
  if (mount.publicPath !== undefined) {
    app.use(publicLookup(services, mount.publicPath));
    app.use(status(services, mount.publicPath));
  }
  const routes = new RouteTable(app.routes, `${mount.commercialPath ?? ''}/suframa`);
  // The exchange is there once the first hook of a route has run, which the type of an error cannot know.
  app.onError(({ code, error, request, ...context }) => {
    const { exchange } = context as { exchange?: ReturnType<typeof import('./exchange.ts').beginExchange> };
    return answerFailure(services, routes, { code, error, request, exchange });
  });
  return app;
}
