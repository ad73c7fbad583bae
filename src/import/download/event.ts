import type { Retry } from '../http-client.ts';

/** What a download tells while it runs; the command line turns it into a progress bar and lines of a log. */
export type DownloadEvent =
  /** A month that is not used because zips are missing from it. */
  | { readonly kind: 'passed-over'; readonly month: string; readonly missing: readonly string[] }
  /** A code table that the month lacks and an earlier month in the inbox lends. */
  | { readonly kind: 'borrowed'; readonly file: string; readonly from: string }
  /** The month is chosen: so many zips, of so many bytes, are still to come. */
  | { readonly kind: 'planned'; readonly month: string; readonly files: number; readonly bytes: number }
  /** So many bytes of a file are on the disk now. */
  | { readonly kind: 'progress'; readonly file: string; readonly received: number; readonly size: number }
  /** An attempt failed and will be repeated after a pause. */
  | ({ readonly kind: 'retry'; readonly file: string } & Retry)
  /** A file at the server changed while it was read; the month is listed again when the others are done. */
  | { readonly kind: 'changed'; readonly file: string; readonly reason: string }
  /** A file has arrived and was read from end to end. */
  | { readonly kind: 'finished'; readonly file: string; readonly bytes: number }
  /** Something optional could not be had; the download goes on. */
  | { readonly kind: 'warning'; readonly message: string };

/** Hears what a download tells. */
export type DownloadListener = (event: DownloadEvent) => void;
