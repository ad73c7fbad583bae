import { CommanderError } from 'commander';
import { type TokenContext, tokenCommand } from '../../src/commands/token.ts';
import { parseConfig } from '../../src/config.ts';
import { openState } from '../../src/state/database.ts';
import { Directory } from '../../src/state/directory.ts';
import { listTokens } from '../../src/state/subscribers.ts';
import type { MailServer } from '../mail/mail-server.ts';
import { makeFolder } from '../state/scratch.ts';

/** What a command wrote, and how it ended. */
export type Run = { readonly code: number; readonly out: string; readonly err: string };

/** An operator's desk: a data folder in which nobody has a token, and the configuration given. */
export function openDesk(variables: Readonly<Record<string, string>> = {}) {
  const folder = makeFolder();
  openState(folder.path).close();
  const config = parseConfig({ COMMERCIAL_BASE_URL: 'https://cnpj.example.com/comercial', ...variables });
  return {
    folder: folder.path,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
    /** Runs `token` with some words. */
    async run(...words: readonly string[]): Promise<Run> {
      let out = '';
      let err = '';
      const context: TokenContext = {
        ...{ config, dataDir: folder.path, isDataDirGiven: true, mailTimeoutMs: 300 },
        out: (text) => {
          out += text;
        },
        err: (text) => {
          err += text;
        },
      };
      try {
        await tokenCommand(context).parseAsync(words, { from: 'user' });
        return { code: 0, out, err };
      } catch (cause) {
        if (!(cause instanceof CommanderError)) throw cause;
        return { code: cause.exitCode, out, err };
      }
    },
    /** The standing of every token, in order. */
    standings(): string[] {
      const state = openState(folder.path);
      try {
        return listTokens(state).map((item) => item.standing);
      } finally {
        state.close();
      }
    },
    /** What the server would say to a token. */
    ask(token: string) {
      const state = openState(folder.path);
      try {
        return new Directory(state).findSubscriber(token);
      } finally {
        state.close();
      }
    },
  };
}

/** The variables that lead to a mail server. */
export const leadTo = (server: Pick<MailServer, 'port'>) => ({
  SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  MAIL_FROM: 'Cadastro <cadastro@example.com>',
});
