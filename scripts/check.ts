import { dirname, join } from 'node:path';

/** Everything that must hold, one after the other; the first that does not ends it. */
const root = dirname(import.meta.dir);
const bin = (path: string) => join(root, 'node_modules', path);
const STEPS: readonly (readonly [string, readonly string[]])[] = [
  ['linter', [bin('@biomejs/biome/bin/biome'), 'check', '.']],
  ['types', [bin('typescript/bin/tsc')]],
  ['tests', ['test', '--timeout', '60000']],
];

for (const [name, words] of STEPS) {
  const startedMs = performance.now();
  const child = Bun.spawn([process.execPath, ...words], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await child.exited;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  process.stdout.write(`${name}: ${code === 0 ? 'good' : 'failed'} after ${seconds} s\n`);
  if (code !== 0) process.exit(code);
}
