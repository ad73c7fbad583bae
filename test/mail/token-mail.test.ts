import { describe, expect, test } from 'bun:test';
import { composeTokenMail, type TokenNews } from '../../src/mail/token-mail.ts';

const TOKEN = 'cnpj_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM';

const NEWS: TokenNews = {
  email: 'ana@example.com',
  token: TOKEN,
  plan: 'basico',
  expiresOn: '2027-12-31',
  replaces: false,
  commercialBaseUrl: 'https://cnpj.example.com/comercial',
};

/** What a reader of the HTML sees: its text, entities resolved. */
async function readHtml(html: string): Promise<string> {
  let seen = '';
  const rewriter = new HTMLRewriter().on('body *', {
    text(chunk) {
      seen += chunk.text;
    },
  });
  await rewriter.transform(new Response(html)).text();
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return seen.replaceAll(/&([a-z]+|#39);/g, (whole, name: string) => entities[name] ?? whole);
}

describe('the token mail', () => {
  test('says the same in plain text and in HTML: token, plan, last day and a first request to copy', async () => {
    const { to, text, html } = composeTokenMail(NEWS);
    expect(to).toBe('ana@example.com');
    const request = `curl -H 'Authorization: Bearer ${TOKEN}' 'https://cnpj.example.com/comercial/cnpj/00000000000191'`;
    for (const version of [text, await readHtml(html ?? '')]) {
      expect(version).toContain(request);
      expect(version).toContain('Básico');
      expect(version).toContain('até 31/12/2027');
    }
    // In plain text, token and request stand alone in their lines, so that a double click takes them whole.
    expect(text.split('\n')).toContain(TOKEN);
    expect(text.split('\n')).toContain(request);
  });

  test('names the search for the premium plan only', () => {
    expect(composeTokenMail({ ...NEWS, plan: 'premium' }).text).toContain('pesquisa com filtros');
    expect(composeTokenMail(NEWS).text).not.toContain('pesquisa com filtros');
  });

  test('says that a token does not expire', () => {
    expect(composeTokenMail({ ...NEWS, expiresOn: undefined }).text).toContain('sem data de término');
  });

  test('says when it replaces a token, and only then', () => {
    expect(composeTokenMail({ ...NEWS, replaces: true }).text).toContain(
      'O token anterior deixa de valer agora',
    );
    expect(composeTokenMail(NEWS).text).not.toContain('anterior');
  });

  test('keeps what looks like HTML as text, and fetches nothing from elsewhere', async () => {
    const commercialBaseUrl = 'https://cnpj.example.com/<img src=x onerror="a">&';
    const { html = '' } = composeTokenMail({ ...NEWS, commercialBaseUrl });
    expect(await readHtml(html)).toContain(commercialBaseUrl);
    expect(html).not.toMatch(/<(img|script|link|iframe)|url\(/);
  });
});
