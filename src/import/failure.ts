import type { FailureKind } from '../domain/failure-kind.ts';

/**
 * An import that cannot go on: the message says what was wrong, where, and what to do. Nothing was changed. Most come
 * of the source files, so that is the kind unless another is given.
 */
export class ImportFailure extends Error {
  override name = 'ImportFailure';
  readonly kind: FailureKind;

  constructor(message: string, options: ErrorOptions & { readonly kind?: FailureKind } = {}) {
    super(message, options);
    this.kind = options.kind ?? 'sources';
  }
}

/** A failure as one of the download's, whatever it was. */
export function asDownloadFailure(cause: unknown): ImportFailure {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ImportFailure(`The download failed: ${reason}`, { kind: 'download', cause });
}
