import * as v from 'valibot';
import type { EstablishmentRecord, SuframaRecord } from '../registry/record.ts';
import { problemOfCnpj } from './cnpj.ts';
import { Refusal } from './error.ts';
import { midnight } from './record-context.ts';
import { Cnpj, Root, Timestamp } from './shared.ts';

const CNPJ_TYPE = 'deve ser um texto com os 14 caracteres do CNPJ';
const REGISTRATION_FORM = 'deve ser um texto com o número da inscrição Suframa, de 1 a 20 dígitos';
/** How a number may be punctuated: `20.0123.456`, `20-0123-456`. */
const PUNCTUATION = /[.\s/-]/g;

/** What POST /suframa takes. */
export const SuframaQuestion = v.strictObject({
  cnpj: v.pipe(
    v.string(CNPJ_TYPE),
    v.toUpperCase(),
    v.rawCheck(({ dataset, addIssue }) => {
      const problem = dataset.typed ? problemOfCnpj(dataset.value) : undefined;
      if (problem !== undefined) addIssue({ message: problem });
    }),
  ),
  inscricao: v.pipe(
    v.string(REGISTRATION_FORM),
    v.regex(/^(?:[.\s/-]*\d){1,20}[.\s/-]*$/, REGISTRATION_FORM),
  ),
});

/** A Suframa registration (spec 2.6). */
export const SuframaRegistration = v.strictObject({
  cnpj_raiz: Root,
  cnpj: Cnpj,
  inscricao_suframa: v.string(),
  ativo: v.boolean(),
  atualizado_em: Timestamp,
});

/** Reads the body of POST /suframa. Throws a 400 that names each bad field. */
export function parseSuframaQuestion(body: string): v.InferOutput<typeof SuframaQuestion> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new Refusal(400, 'O corpo da requisição não é um JSON válido.', [
      'corpo: deve ser um JSON com cnpj e inscricao',
    ]);
  }
  const parsed = v.safeParse(SuframaQuestion, value);
  if (parsed.success) return parsed.output;
  const problems = parsed.issues.map((issue) => {
    const field = v.getDotPath(issue) ?? 'corpo';
    if (issue.type !== 'strict_object') return `${field}: ${issue.message}`;
    if (issue.expected === 'never') return `${field}: não é um campo conhecido`;
    return field === 'corpo' ? 'corpo: deve ser um JSON com cnpj e inscricao' : `${field}: é obrigatório`;
  });
  throw new Refusal(400, 'O corpo da requisição tem campos inválidos.', problems);
}

/** The registration of a CNPJ with a number as JSON, or undefined where it has none such. */
export function presentSuframa(
  record: EstablishmentRecord,
  number: string,
  extractedOn: string,
): string | undefined {
  // The operator's file may have the number with its points, or twice: then what was said last holds.
  const digits = number.replace(PUNCTUATION, '');
  let found: SuframaRecord | undefined;
  let day = '';
  for (const entry of record.suframa) {
    const entryDay = entry.updatedAt || extractedOn;
    if (entry.registration.replace(PUNCTUATION, '') !== digits || entryDay < day) continue;
    found = entry;
    day = entryDay;
  }
  if (found === undefined) return undefined;
  const answer: v.InferOutput<typeof SuframaRegistration> = {
    cnpj_raiz: record.cnpj.slice(0, 8),
    cnpj: record.cnpj,
    inscricao_suframa: found.registration,
    ativo: found.active === '1',
    atualizado_em: midnight(day),
  };
  return JSON.stringify(answer);
}

/** The 404 for a registration that is not the CNPJ's. */
export function suframaNotFound(): Refusal {
  return new Refusal(404, 'A inscrição Suframa informada não foi encontrada para este CNPJ.');
}
