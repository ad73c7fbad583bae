import { MultiBar, type SingleBar } from 'cli-progress';
import type { DownloadEvent, DownloadListener } from '../import/download/event.ts';
import type { ImportEvents, StageName } from '../import/events.ts';

/** What shows an import, the download before it included. `stop` ends the drawing. */
export interface ImportProgress extends ImportEvents {
  readonly download: DownloadListener;
  stop(): void;
}

const STAGES: Readonly<Record<StageName, string>> = {
  reading: 'reading',
  joining: 'joining',
  indexing: 'indexing',
  checking: 'checking',
};

const NAME_WIDTH = 24;

function perSecond(rows: number, sinceMs: number): string {
  const seconds = Math.max(0.001, (performance.now() - sinceMs) / 1000);
  return `${Math.round(rows / seconds).toLocaleString('en')} rows/s`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** An event of a download as a line; undefined for those that only move a bar. */
function describeDownload(event: DownloadEvent): string | undefined {
  switch (event.kind) {
    case 'progress':
      return undefined;
    case 'planned':
      return `${event.month}: ${event.files} files to fetch, ${megabytes(event.bytes)}`;
    case 'passed-over':
      return `${event.month} is not complete at the server: ${event.missing.join(', ')}`;
    case 'borrowed':
      return `${event.file} is missing from the month: the one of ${event.from} serves`;
    case 'retry':
      return `${event.file}: ${event.reason}; once more in ${Math.ceil(event.waitMs / 1000)} s`;
    case 'changed':
      return `${event.file} changed at the server: ${event.reason}`;
    case 'finished':
      return `${event.file}: ${megabytes(event.bytes)} fetched and checked`;
    case 'warning':
      return event.message;
  }
}

/** A bar a file and a bar a step, on a terminal. */
class Bars implements ImportProgress {
  private readonly bars = new MultiBar({
    format: '{name} [{bar}] {percentage}% {detail} {eta_formatted} left',
    hideCursor: true,
    clearOnComplete: false,
    barsize: NAME_WIDTH,
  });
  private readonly files = new Map<string, { bar: SingleBar; sinceMs: number }>();
  private step: SingleBar | undefined;

  stage(name: StageName, total: number): void {
    this.step?.stop();
    this.step = name === 'reading' ? undefined : this.create(STAGES[name], total);
  }

  stageProgress(done: number): void {
    this.step?.update(done);
  }

  fileStarted(file: string, totalBytes: number): void {
    this.files.set(file, { bar: this.create(file, totalBytes), sinceMs: performance.now() });
  }

  fileProgress(file: string, bytes: number, rows: number): void {
    const state = this.files.get(file);
    const detail = `${rows.toLocaleString('en')} rows, ${perSecond(rows, state?.sinceMs ?? 0)}`;
    state?.bar.update(bytes, { detail });
  }

  fileDone(file: string): void {
    this.files.get(file)?.bar.stop();
    this.files.delete(file);
  }

  readonly download = (event: DownloadEvent): void => {
    if (event.kind === 'progress') {
      const detail = `${megabytes(event.received)} of ${megabytes(event.size)},`;
      if (!this.files.has(event.file)) this.fileStarted(event.file, event.size);
      this.files.get(event.file)?.bar.update(event.received, { detail });
      return;
    }
    if (event.kind === 'finished') this.fileDone(event.file);
    else this.bars.log(`${describeDownload(event)}\n`);
  };

  stop(): void {
    this.bars.stop();
  }

  private create(name: string, total: number): SingleBar {
    return this.bars.create(total, 0, { name: name.padEnd(NAME_WIDTH), detail: '' });
  }
}

/** A line a file and a line a step, elsewhere. */
function writeLines(write: (text: string) => void): ImportProgress {
  const started = new Map<string, number>();
  return {
    stage: (name) => {
      if (name !== 'reading') write(`${STAGES[name]}\n`);
    },
    stageProgress: () => undefined,
    fileStarted: (file) => void started.set(file, performance.now()),
    fileProgress: () => undefined,
    fileDone: (file, rows, rejected) => {
      const aside = rejected > 0 ? `, ${rejected} set aside` : '';
      write(`${file}: ${rows} rows, ${perSecond(rows, started.get(file) ?? 0)}${aside}\n`);
    },
    download: (event) => {
      const line = describeDownload(event);
      if (line !== undefined) write(`${line}\n`);
    },
    stop: () => undefined,
  };
}

/** Shows an import's progress: bars on a terminal, lines elsewhere. */
export function showProgress(terminal: boolean, write: (text: string) => void): ImportProgress {
  return terminal ? new Bars() : writeLines(write);
}
