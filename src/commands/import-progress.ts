import { MultiBar, type SingleBar } from 'cli-progress';
import type { ImportEvents, StageName } from '../import/events.ts';

const STAGES: Readonly<Record<StageName, string>> = {
  reading: 'reading',
  joining: 'joining',
  indexing: 'indexing',
  checking: 'checking',
};

function perSecond(rows: number, sinceMs: number): string {
  const seconds = Math.max(0.001, (performance.now() - sinceMs) / 1000);
  return `${Math.round(rows / seconds).toLocaleString('en')} rows/s`;
}

/** A bar a file and a bar a step, on a terminal. */
function drawBars(): ImportEvents & { stop(): void } {
  const bars = new MultiBar({
    format: '{name} [{bar}] {percentage}% {detail} {eta_formatted} left',
    hideCursor: true,
    clearOnComplete: false,
    barsize: 24,
  });
  const files = new Map<string, { bar: SingleBar; sinceMs: number }>();
  let step: SingleBar | undefined;
  return {
    stage(name, total) {
      step?.stop();
      step =
        name === 'reading' ? undefined : bars.create(total, 0, { name: STAGES[name].padEnd(24), detail: '' });
    },
    stageProgress: (done) => step?.update(done),
    fileStarted(file, totalBytes) {
      const bar = bars.create(totalBytes, 0, { name: file.padEnd(24), detail: '' });
      files.set(file, { bar, sinceMs: performance.now() });
    },
    fileProgress(file, bytes, rows) {
      const state = files.get(file);
      state?.bar.update(bytes, {
        detail: `${rows.toLocaleString('en')} rows, ${perSecond(rows, state.sinceMs)}`,
      });
    },
    fileDone(file) {
      files.get(file)?.bar.stop();
      files.delete(file);
    },
    stop: () => bars.stop(),
  };
}

/** A line a file and a line a step, elsewhere. */
function writeLines(write: (text: string) => void): ImportEvents & { stop(): void } {
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
    stop: () => undefined,
  };
}

/** Shows an import's progress: bars on a terminal, lines elsewhere. `stop` ends the drawing. */
export function showProgress(
  terminal: boolean,
  write: (text: string) => void,
): ImportEvents & { stop(): void } {
  return terminal ? drawBars() : writeLines(write);
}
