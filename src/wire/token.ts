import { Refusal } from './error.ts';

/** What HTTP asks of a 401. */
const HEADERS = { 'www-authenticate': 'Bearer realm="cnpj"' };

const REFUSED = {
  unknown: 'O token informado não é válido.',
  revoked: 'O token informado foi revogado.',
  expired: 'O token informado expirou.',
} as const;

/** The 401 for a request without a token. */
export function noToken(): Refusal {
  return new Refusal(
    401,
    'Informe o token de acesso no cabeçalho x_api_token, no parâmetro token ou no cabeçalho Authorization: Bearer.',
    [],
    HEADERS,
  );
}

/** The 401 for a token that is not in force. */
export function tokenRefused(reason: keyof typeof REFUSED): Refusal {
  return new Refusal(401, REFUSED[reason], [], HEADERS);
}

/** The 401 for tokens in several places that are not one. */
export function tokensDisagree(): Refusal {
  return new Refusal(401, 'Foram informados tokens diferentes. Informe um só.', [], HEADERS);
}

/** The 403 for an operation that the plan does not include. */
export function planTooSmall(): Refusal {
  return new Refusal(403, 'A pesquisa está disponível somente no plano Premium.');
}
