/** What was asked for cannot be: its message is a sentence for whoever asked. */
export class UsageError extends Error {}
