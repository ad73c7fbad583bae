/** The steps of an import that take time: reading counts bytes, joining ranges, indexing fields, checking nothing. */
export type StageName = 'reading' | 'joining' | 'indexing' | 'checking';

/** What an import tells of its progress; the command line draws bars or writes lines of it. */
export interface ImportEvents {
  /** A step begins; `total` is in the step's own units. */
  stage(name: StageName, total: number): void;
  stageProgress(done: number): void;
  fileStarted(file: string, totalBytes: number): void;
  fileProgress(file: string, bytes: number, rows: number): void;
  fileDone(file: string, rows: number, rejected: number): void;
}
