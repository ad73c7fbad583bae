import * as v from 'valibot';

/** The body of every error (spec 7). */
export const ErrorBody = v.strictObject({
  status: v.pipe(v.number(), v.integer()),
  titulo: v.string(),
  detalhes: v.string(),
  validacao: v.array(v.string()),
});

/** The body of an error of the Suframa validation (spec 7). */
export const SuframaErrorBody = v.strictObject({
  ...ErrorBody.entries,
  statusCode: v.pipe(v.number(), v.integer()),
  message: v.string(),
  error: v.string(),
});

/** Every status that an error may have: its title, and HTTP's own phrase for it. */
export const ERROR_TITLES = {
  400: { title: 'Requisição inválida', phrase: 'Bad Request' },
  401: { title: 'Não autorizado', phrase: 'Unauthorized' },
  403: { title: 'Acesso negado', phrase: 'Forbidden' },
  404: { title: 'Não encontrado', phrase: 'Not Found' },
  405: { title: 'Método não permitido', phrase: 'Method Not Allowed' },
  413: { title: 'Requisição muito grande', phrase: 'Payload Too Large' },
  429: { title: 'Excesso de pedidos', phrase: 'Too Many Requests' },
  500: { title: 'Erro interno', phrase: 'Internal Server Error' },
  503: { title: 'Serviço indisponível', phrase: 'Service Unavailable' },
} as const;

/** The status of an error. */
export type ErrorStatus = keyof typeof ERROR_TITLES;

/** An answer that is no 200: what is thrown anywhere on the way out and presented in one place. */
export class Refusal extends Error {
  override name = 'Refusal';

  /** `details` is Portuguese text for the client; `validation` names each bad field; `headers` go with the answer. */
  constructor(
    readonly status: ErrorStatus,
    readonly details: string,
    readonly validation: readonly string[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(details);
  }
}

/** An error's body as JSON; `forSuframa` adds the three fields of that operation's. */
export function presentError(refusal: Refusal, forSuframa: boolean): string {
  const { status, details, validation } = refusal;
  const { title, phrase } = ERROR_TITLES[status];
  const body = { status, titulo: title, detalhes: details, validacao: validation };
  return JSON.stringify(forSuframa ? { ...body, statusCode: status, message: details, error: phrase } : body);
}

/** An address that is no operation's. */
export function unknownAddress(): Refusal {
  return new Refusal(404, 'Este endereço não existe.');
}

/** A method that an address does not take; `allowed` are those it does. */
export function methodNotAllowed(method: string, allowed: readonly string[]): Refusal {
  const list = allowed.join(', ');
  const named = /^[A-Z]{1,10}$/.test(method) ? method : 'usado';
  const details = `O método ${named} não é aceito neste endereço. Use ${list}.`;
  return new Refusal(405, details, [], { allow: list });
}

/** A request that cannot be taken apart. */
export function unreadable(): Refusal {
  return new Refusal(400, 'O endereço ou o corpo da requisição é inválido.');
}

/** A body beyond the limit. */
export function bodyTooLarge(limitBytes: number): Refusal {
  return new Refusal(413, `O corpo da requisição passa do limite de ${limitBytes} bytes.`);
}

/** A CNPJ that is in no registry of ours. */
export function cnpjNotFound(cnpj: string): Refusal {
  return new Refusal(404, `O CNPJ ${cnpj} não foi encontrado.`);
}

/** The server has no registry to answer from, yet. */
export function unavailable(): Refusal {
  return new Refusal(503, 'A base de dados ainda não está disponível. Tente novamente em instantes.', [], {
    'retry-after': '30',
  });
}

/** The 503 for who would have to wait too long. */
export function busy(): Refusal {
  return new Refusal(503, 'Há consultas demais em andamento. Tente novamente em instantes.', [], {
    'retry-after': '2',
  });
}

/** A fault of ours, under an id that the log has too. */
export function internalError(id: string): Refusal {
  return new Refusal(500, `Ocorreu um erro interno. Informe o código ${id} ao responsável pelo serviço.`);
}
