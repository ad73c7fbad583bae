import pino from 'pino';

/** One JSON line an event. */
export type Log = pino.Logger;

/** Names under which a secret might come; pino writes none of them. */
const SECRETS = ['token', 'authorization', 'x_api_token', 'password', 'headers', 'query', 'url'];

/** A log that writes to standard output, or to `destination`. */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '…' },
  };
  return destination ? pino(options, destination) : pino(options);
}
