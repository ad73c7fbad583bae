import type { Exposition } from './exposition.ts';
import { answerFault } from './hooks/errors.ts';
import { listenBy, type RunningServer, runningServer } from './listen.ts';
import type { Services } from './services.ts';
import { pathOf } from './target.ts';

/** Serves what is for the operator alone, on an address of its own: `/metrics`. */
export function startAdminServer({
  config,
  metrics,
  journal,
  log,
}: Pick<Services, 'config' | 'metrics' | 'journal' | 'log'>): RunningServer {
  let exposition: Exposition | undefined;
  const settings = {
    hostname: config.ADMIN_HOST,
    port: config.ADMIN_PORT,
    development: false,
    reusePort: false,
    error: (cause: unknown) => answerFault({ log }, cause),
    async fetch(request: Request) {
      if (pathOf(request.url) !== '/metrics') return new Response('Not found\n', { status: 404 });
      // Loaded when it is first asked for, so that no start waits for it.
      exposition ??= new (await import('./exposition.ts')).Exposition(metrics);
      journal.write();
      const { type, text } = await exposition.write();
      return new Response(text, { headers: { 'content-type': type } });
    },
  };
  const { ADMIN_HOST, ADMIN_PORT } = config;
  return runningServer(listenBy({ ADMIN_HOST, ADMIN_PORT }, () => Bun.serve(settings)));
}
