import { afterEach, beforeEach, expect } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DownloadEvent } from '../../src/import/download/event.ts';
import { type DownloadRequest, type DownloadResult, downloadMonth } from '../../src/import/download.ts';
import { WebdavServer } from './webdav-server.ts';

/** A server and an inbox, new for each test. */
class Downloads {
  server = new WebdavServer();
  inbox = '';
  events: DownloadEvent[] = [];

  /** A download from the server, as patient as a test can be. */
  download(request: Partial<DownloadRequest> = {}): Promise<DownloadResult> {
    return downloadMonth({
      baseUrl: this.server.url,
      token: this.server.token,
      inbox: this.inbox,
      stallMs: 10_000,
      retries: 3,
      backoffMs: 1,
      onEvent: (event) => this.events.push(event),
      ...request,
    });
  }

  /** The events of one kind, as JSON. */
  eventsOf(kind: DownloadEvent['kind']): string[] {
    return this.events.filter((event) => event.kind === kind).map((event) => JSON.stringify(event));
  }

  /** What lies in a month's folder beside the zips and the manifest. */
  leftovers(month: string): string[] {
    const names = readdirSync(join(this.inbox, month));
    return names.filter((name) => !name.endsWith('.zip') && name !== 'manifest.json');
  }

  /** Expects each published zip in the month's folder, byte for byte. */
  expectExactly(month: string, published: ReadonlyMap<string, Uint8Array>): void {
    for (const [name, bytes] of published) {
      expect(readFileSync(join(this.inbox, month, name)).equals(bytes), name).toBe(true);
    }
  }
}

/** Gives each test of the file a server and an inbox of its own. */
export function useDownloads(): Downloads {
  const world = new Downloads();
  let root: string;
  beforeEach(async () => {
    world.server = await new WebdavServer().start();
    root = mkdtempSync(join(tmpdir(), 'download-'));
    world.inbox = join(root, 'inbox');
    world.events = [];
  });
  afterEach(() => {
    world.server[Symbol.dispose]();
    rmSync(root, { recursive: true });
  });
  return world;
}

/** The message of the failure that something must end with. */
export async function failureOf(running: Promise<unknown>): Promise<string> {
  const outcome = await running.then(
    () => 'no failure',
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error(`it ended with ${outcome}`);
  return outcome.message;
}
