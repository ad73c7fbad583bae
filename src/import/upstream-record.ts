import * as v from 'valibot';

/** Text, or null or nothing where the service has none. */
const text = v.nullish(v.string());
/** A code: services differ in whether it is a number or text. */
const code = v.nullish(v.pipe(v.union([v.string(), v.number()]), v.transform(String)));
/** A label by itself, or with its code: the hosted service sends an object where the specification says text. */
const coded = v.nullish(v.union([v.string(), v.looseObject({ id: code, descricao: text })]));
const described = v.nullish(v.looseObject({ id: code, descricao: text }));
const state = v.nullish(v.looseObject({ sigla: text, ibge_id: code }));
const country = v.nullish(v.looseObject({ id: code, comex_id: code }));
const activity = v.looseObject({ id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)) });
const timestamp = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((value) => !Number.isNaN(Date.parse(value)), 'a moment that exists'),
);

const partner = v.looseObject({
  cpf_cnpj_socio: text,
  nome: text,
  tipo: text,
  data_entrada: text,
  cpf_representante_legal: text,
  nome_representante: text,
  faixa_etaria: text,
  pais_id: code,
  qualificacao_socio: described,
  qualificacao_representante: coded,
});

const simples = v.looseObject({
  simples: text,
  data_opcao_simples: text,
  data_exclusao_simples: text,
  mei: text,
  data_opcao_mei: text,
  data_exclusao_mei: text,
});

const stateRegistration = v.looseObject({
  inscricao_estadual: v.string(),
  ativo: v.nullish(v.boolean()),
  atualizado_em: text,
  estado: state,
});

const establishment = v.looseObject({
  cnpj: v.string(),
  tipo: text,
  nome_fantasia: text,
  situacao_cadastral: text,
  data_situacao_cadastral: text,
  data_inicio_atividade: text,
  nome_cidade_exterior: text,
  tipo_logradouro: text,
  logradouro: text,
  numero: text,
  complemento: text,
  bairro: text,
  cep: text,
  ddd1: text,
  telefone1: text,
  ddd2: text,
  telefone2: text,
  ddd_fax: text,
  fax: text,
  email: text,
  situacao_especial: text,
  data_situacao_especial: text,
  motivo_situacao_cadastral: coded,
  atualizado_em: v.nullish(timestamp),
  atividade_principal: v.nullish(activity),
  atividades_secundarias: v.nullish(v.array(activity)),
  pais: country,
  estado: state,
  cidade: v.nullish(v.looseObject({ nome: text, ibge_id: code, siafi_id: code })),
  inscricoes_estaduais: v.nullish(v.array(stateRegistration)),
});

/**
 * A company record as the public lookup sends it (section 2.1 of the specification), as far as a registry needs it.
 * Only what every record has is required; what else a service sends beside it is let through.
 */
const RECORD = v.looseObject({
  cnpj_raiz: v.string(),
  razao_social: v.string(),
  capital_social: text,
  responsavel_federativo: text,
  atualizado_em: timestamp,
  porte: described,
  natureza_juridica: described,
  qualificacao_do_responsavel: described,
  socios: v.nullish(v.array(partner)),
  simples: v.nullish(simples),
  estabelecimento: establishment,
});

/** A company record of an upstream service; codes are text, whatever they were sent as. */
export type UpstreamRecord = v.InferOutput<typeof RECORD>;

/** A body that is no record of the company asked for. */
export class UnusableRecordError extends Error {
  override name = 'UnusableRecordError';
}

const DAY_MS = 86_400_000;

/**
 * Reads a body as the record of the given CNPJ. Throws UnusableRecordError, naming the field, when it is none:
 * no JSON, another shape, another company, or a date in the future, which no later record could ever replace.
 */
export function readUpstreamRecord(cnpj: string, body: string, nowMs = Date.now()): UpstreamRecord {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), RECORD), body);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new UnusableRecordError(`no company record: ${v.getDotPath(issue) ?? 'body'}: ${issue.message}`);
  }
  const record = parsed.output;
  if (record.estabelecimento.cnpj.toUpperCase() !== cnpj) {
    throw new UnusableRecordError(`the record of another CNPJ, ${record.estabelecimento.cnpj.slice(0, 20)}`);
  }
  if (record.cnpj_raiz.toUpperCase() !== cnpj.slice(0, 8)) {
    throw new UnusableRecordError(`a record whose cnpj_raiz is ${record.cnpj_raiz.slice(0, 20)}`);
  }
  if (Date.parse(updatedAtOf(record)) > nowMs + DAY_MS) {
    throw new UnusableRecordError(`a record whose atualizado_em, ${updatedAtOf(record)}, is in the future`);
  }
  return record;
}

/** When the record last changed, ISO 8601 in UTC: the later of the company's and the establishment's own. */
export function updatedAtOf(record: UpstreamRecord): string {
  const moments = [record.atualizado_em, record.estabelecimento.atualizado_em ?? record.atualizado_em];
  return new Date(Math.max(...moments.map((moment) => Date.parse(moment)))).toISOString();
}
