import { Elysia } from 'elysia';
import { answerFailure, type Failure } from './hooks/errors.ts';
import { RouteTable } from './route-table.ts';
import { branches } from './routes/branches.ts';
import { commercialLookup } from './routes/commercial-lookup.ts';
import { docs } from './routes/docs.ts';
import { page } from './routes/page.ts';
import { publicLookup } from './routes/public-lookup.ts';
import { search } from './routes/search.ts';
import { status } from './routes/status.ts';
import { suframa } from './routes/suframa.ts';
import { usage } from './routes/usage.ts';
import type { Services } from './services.ts';

/** Which of the two APIs an app serves, and below which path. */
export interface Mount {
  readonly publicPath: string | undefined;
  readonly commercialPath: string | undefined;
}

/** The service as one visible list of routes. Nothing here opens, listens or reads the environment. */
export function createApp(services: Services, mount: Mount) {
  // A host may have one letter: a path is looked for from where the scheme ends.
  const handler = { standardHostname: false };
  const app = new Elysia({ strictPath: true, normalize: false, handler });
  let routes: RouteTable | undefined;
  // Hooks guard what is added after them, so the exit of errors comes first; the routes are listed when first missed.
  // Elysia reads a hook's text: one that hands its context on whole makes it parse the query, every header and the
  // cookies of each request, and copy each answer, which was half of what a lookup cost.
  app.onError({ as: 'global' }, ({ code, error, request, exchange }: Failure) => {
    routes ??= new RouteTable(app.routes, `${mount.commercialPath ?? ''}/suframa`);
    return answerFailure(services, routes, { code, error, request, exchange });
  });
  if (mount.publicPath !== undefined) {
    app.use(publicLookup(services, mount.publicPath));
    app.use(status(services, mount.publicPath));
    app.use(docs(services, mount.publicPath));
    app.use(page(services, mount.publicPath));
  }
  if (mount.commercialPath !== undefined) {
    app.use(commercialLookup(services, mount.commercialPath));
    app.use(branches(services, mount.commercialPath));
    app.use(search(services, mount.commercialPath));
    app.use(suframa(services, mount.commercialPath));
    app.use(usage(services, mount.commercialPath));
  }
  return app;
}
