import { main } from '../../src/main.ts';

/** What a command wrote, and how it ended. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the whole command line in an environment of these variables alone. */
export async function runCommand(
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Run> {
  let out = '';
  let err = '';
  const code = await main(words, {
    environment: variables,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  // Where the tests themselves run on a terminal, some commands write in colours.
  return { code, out: Bun.stripANSI(out), err: Bun.stripANSI(err) };
}
