/** An import that cannot go on: the message says what was wrong, where, and what to do. Nothing was changed. */
export class ImportFailure extends Error {
  override name = 'ImportFailure';
}
