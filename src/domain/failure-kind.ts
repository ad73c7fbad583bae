/**
 * What can go wrong with an import, as far as anyone may know: the message itself, with its paths and addresses, is the
 * operator's.
 */
export const FAILURE_KINDS = [
  /** The Receita's files could not be fetched. */
  'download',
  /** A file is damaged, missing or of another month. */
  'sources',
  /** The disk is full or cannot be written, or disk or memory are too small. */
  'space',
  /** What was built is damaged, or much smaller than what is served. */
  'verification',
  /** The process ended before its end. */
  'interrupted',
  /** A fault of ours. */
  'fault',
] as const;

/** One of the kinds. */
export type FailureKind = (typeof FAILURE_KINDS)[number];
