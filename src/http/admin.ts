import type { Exposition } from './exposition.ts';
import type { RunningServer } from './server.ts';
import type { Services } from './services.ts';

/** Serves what is for the operator alone, on an address of its own: `/metrics`. */
export function startAdminServer({
  config,
  metrics,
  journal,
}: Pick<Services, 'config' | 'metrics' | 'journal'>): RunningServer {
  let exposition: Exposition | undefined;
  const server = Bun.serve({
    hostname: config.ADMIN_HOST,
    port: config.ADMIN_PORT,
    async fetch(request) {
      if (new URL(request.url).pathname !== '/metrics') return new Response('Not found\n', { status: 404 });
      // Loaded when it is first asked for, so that no start waits for it.
      exposition ??= new (await import('./exposition.ts')).Exposition(metrics);
      journal.write();
      const { type, text } = await exposition.write();
      return new Response(text, { headers: { 'content-type': type } });
    },
  });
  return { port: server.port ?? 0, stop: () => server.stop() };
}
