import { copyBlock, factTable, htmlLetter, paragraph } from './html.ts';
import type { Mail } from './send.ts';

/** What a subscriber is told of a new token. */
export type TokenNews = {
  readonly email: string;
  readonly token: string;
  readonly plan: 'basico' | 'premium';
  /** The last day, `YYYY-MM-DD`, on which the token is good; absent when it does not expire. */
  readonly expiresOn: string | undefined;
  /** Whether it takes the place of a token that has ended with it. */
  readonly replaces: boolean;
  /** The commercial API's address, without a slash at its end. */
  readonly commercialBaseUrl: string;
};

const PLAN_NAMES = { basico: 'Básico', premium: 'Premium' } as const;

const PLAN_OPERATIONS = {
  basico: 'consulta por CNPJ, consulta por raiz e validação de inscrição na Suframa',
  premium: 'consulta por CNPJ, consulta por raiz, pesquisa com filtros e validação de inscrição na Suframa',
} as const;

/** Banco do Brasil's head office, which every registry has: a first request should find something. */
const FIRST_CNPJ = '00000000000191';

/** A day as people write it in Brazil, `31/12/2027`. */
function writeDay(day: string): string {
  return day.split('-').toReversed().join('/');
}

/** The letter that carries a token to its subscriber, in plain text and HTML. */
export function composeTokenMail(news: TokenNews): Mail {
  const subject = news.replaces
    ? 'Seu novo token de acesso à API de CNPJ'
    : 'Seu token de acesso à API de CNPJ';
  const greeting = news.replaces
    ? 'Este é o seu novo token de acesso. O token anterior deixa de valer agora; troque-o onde ele estiver em uso.'
    : 'Este é o seu token de acesso à API comercial de consulta de CNPJ.';
  const facts = [
    ['Plano', PLAN_NAMES[news.plan]],
    ['Operações', PLAN_OPERATIONS[news.plan]],
    ['Validade', news.expiresOn ? `até ${writeDay(news.expiresOn)}, inclusive` : 'sem data de término'],
    ['Endereço da API', news.commercialBaseUrl],
  ] as const;
  const request = `curl -H 'Authorization: Bearer ${news.token}' '${news.commercialBaseUrl}/cnpj/${FIRST_CNPJ}'`;
  const invitation = 'Para experimentar, copie esta primeira consulta e cole-a em um terminal:';
  const elsewhere =
    'O token também é aceito no cabeçalho x_api_token ou no parâmetro token do endereço, em todas as operações.';
  const advice =
    'Guarde o token como uma senha: quem o tiver consulta em seu nome. Nós não guardamos uma cópia; se ele for perdido ou revelado, responda a esta mensagem para receber outro.';
  return {
    to: news.email,
    subject,
    text: [
      greeting,
      news.token,
      facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
      invitation,
      request,
      elsewhere,
      advice,
      '',
    ].join('\n\n'),
    html: htmlLetter(subject, [
      paragraph(greeting),
      copyBlock(news.token),
      factTable(facts),
      paragraph(invitation),
      copyBlock(request),
      paragraph(elsewhere),
      paragraph(advice),
    ]),
  };
}
