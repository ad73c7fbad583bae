/**
 * What every answer costs at least here: a server that returns one fixed body of the size of a record, and does nothing
 * else. Started as a process of its own with the port as its word.
 */

const BODY_BYTES = 2_300;

if (import.meta.main) {
  const body = JSON.stringify({ text: 'x'.repeat(BODY_BYTES - 11) });
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  Bun.serve({
    hostname: '127.0.0.1',
    port: Number(process.argv[2]),
    fetch: () => new Response(body, { headers }),
  });
}
