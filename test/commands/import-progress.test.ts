import { expect, test } from 'bun:test';
import { showProgress } from '../../src/commands/import-progress.ts';

test('away from a terminal, progress is a line for each thing that happened', () => {
  let written = '';
  const progress = showProgress(false, (text) => {
    written += text;
  });
  const retry = { reason: 'no byte for 30 s', failures: 1, waitMs: 1_500 };
  progress.download({ kind: 'passed-over', month: '2026-09', missing: ['Socios3.zip'] });
  progress.download({ kind: 'planned', month: '2026-08', files: 37, bytes: 7_700_000_000 });
  progress.download({ kind: 'borrowed', file: 'Paises.zip', from: '2026-07' });
  progress.download({ kind: 'progress', file: 'Socios0.zip', received: 1, size: 2_000_000 });
  progress.download({ kind: 'retry', file: 'Socios0.zip', ...retry });
  progress.download({ kind: 'changed', file: 'Socios0.zip', reason: 'its ETag is another one' });
  progress.download({ kind: 'finished', file: 'Socios0.zip', bytes: 2_000_000 });
  progress.download({ kind: 'warning', message: 'TABMUN.CSV could not be had' });
  progress.stage('reading', 100);
  progress.fileStarted('Socios0.zip', 100);
  progress.fileProgress('Socios0.zip', 50, 1);
  progress.fileDone('Socios0.zip', 20, 3);
  progress.stage('joining', 1);
  progress.stageProgress(1);
  progress.stop();
  expect(written.replace(/[\d,]+ rows\/s/, 'N rows/s').split('\n')).toEqual([
    '2026-09 is not complete at the server: Socios3.zip',
    '2026-08: 37 files to fetch, 7700.0 MB',
    'Paises.zip is missing from the month: the one of 2026-07 serves',
    'Socios0.zip: no byte for 30 s; once more in 2 s',
    'Socios0.zip changed at the server: its ETag is another one',
    'Socios0.zip: 2.0 MB fetched and checked',
    'TABMUN.CSV could not be had',
    'Socios0.zip: 20 rows, N rows/s, 3 set aside',
    'joining',
    '',
  ]);
});
