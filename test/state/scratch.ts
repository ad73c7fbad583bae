import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openState, type State } from '../../src/state/database.ts';

/** A folder of its own for a test, which `using` removes. */
export function makeFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'state-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** A fresh state.db in a folder of its own, which `using` closes and removes. */
export function makeState(): Disposable & State & { readonly folder: string } {
  const folder = makeFolder();
  const state = openState(folder.path);
  return {
    ...state,
    folder: folder.path,
    [Symbol.dispose]() {
      state.close();
      folder[Symbol.dispose]();
    },
  };
}
