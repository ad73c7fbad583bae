import * as v from 'valibot';
import type { EstablishmentRecord, RegimeRecord, StateRegistrationRecord } from '../registry/record.ts';
import { plainOrNull, type Quote, quoteOrNull } from './json.ts';
import { BRANCH_LABELS, STATUS_LABELS } from './labels.ts';
import type { ReferenceJson } from './reference.ts';
import { Activity, City, Cnpj, Country, Day, Reason, Root, State, Timestamp } from './shared.ts';

/** A state registration (spec 2.5). */
export const StateRegistration = v.strictObject({
  inscricao_estadual: v.string(),
  ativo: v.boolean(),
  atualizado_em: Timestamp,
  estado: v.nullable(State),
});

/** A Suframa registration within a record. */
export const RecordSuframa = v.strictObject({
  inscricao_suframa: v.string(),
  ativo: v.boolean(),
  atualizado_em: Timestamp,
});

/** A tax regime of one year (spec 2.5). */
export const TaxRegime = v.strictObject({
  ano: v.pipe(v.number(), v.integer()),
  regime_tributario: v.string(),
  forma_de_tributacao: v.string(),
  atualizado_em: Timestamp,
});

const Text = v.nullable(v.pipe(v.string(), v.nonEmpty()));

const entries = {
  cnpj: Cnpj,
  cnpj_raiz: Root,
  cnpj_ordem: v.pipe(v.string(), v.regex(/^[0-9A-Z]{4}$/)),
  cnpj_digito_verificador: v.pipe(v.string(), v.regex(/^\d{2}$/)),
  tipo: v.picklist(Object.values(BRANCH_LABELS)),
  nome_fantasia: Text,
  situacao_cadastral: v.nullable(v.picklist(Object.values(STATUS_LABELS))),
  data_situacao_cadastral: v.nullable(Day),
  data_inicio_atividade: v.nullable(Day),
  nome_cidade_exterior: Text,
  tipo_logradouro: Text,
  logradouro: Text,
  numero: Text,
  complemento: Text,
  bairro: Text,
  cep: v.nullable(v.pipe(v.string(), v.regex(/^\d{8}$/))),
  ddd1: Text,
  telefone1: Text,
  ddd2: Text,
  telefone2: Text,
  ddd_fax: Text,
  fax: Text,
  email: Text,
  situacao_especial: Text,
  data_situacao_especial: v.nullable(Day),
  motivo_situacao_cadastral: v.nullable(Reason),
  atualizado_em: Timestamp,
  atividade_principal: v.nullable(Activity),
  atividades_secundarias: v.array(Activity),
  pais: v.nullable(Country),
  estado: v.nullable(State),
  cidade: v.nullable(City),
  inscricoes_estaduais: v.array(StateRegistration),
};

/** An establishment of the public record (spec 2.4). */
export const PublicEstablishment = v.strictObject(entries);

/** An establishment of the commercial record, with Suframa registrations and tax regimes. */
export const CommercialEstablishment = v.strictObject({
  ...entries,
  inscricoes_suframa: v.array(RecordSuframa),
  regimes_tributarios: v.array(TaxRegime),
});

function presentStateRegistration(
  registration: StateRegistrationRecord,
  updatedAt: string,
  reference: ReferenceJson,
  quote: Quote,
): string {
  const own = registration.updatedAt === '' ? updatedAt : midnight(registration.updatedAt);
  return `{"inscricao_estadual":${quote(registration.registration)},"ativo":${registration.active === '1'},"atualizado_em":"${own}","estado":${reference.state(registration.state)}}`;
}

function presentRegime(regime: RegimeRecord, updatedAt: string, quote: Quote): string {
  return `{"ano":${Number(regime.year)},"regime_tributario":${quote(regime.regime)},"forma_de_tributacao":${quote(regime.form)},"atualizado_em":"${updatedAt}"}`;
}

/** A day as the moment it begins in Brasília. */
export function midnight(day: string): string {
  return `${day}T03:00:00.000Z`;
}

/** Several JSON texts as an array. */
export function jsonArray<Item>(items: readonly Item[], present: (item: Item) => string): string {
  if (items.length === 0) return '[]';
  let json = '';
  for (const item of items) json += `${json === '' ? '[' : ','}${present(item)}`;
  return `${json}]`;
}

/** The establishment of a record as JSON; `commercial` adds what only that API shows. */
export function presentEstablishment(
  record: EstablishmentRecord,
  updatedAt: string,
  reference: ReferenceJson,
  quote: Quote,
  commercial: boolean,
): string {
  const { cnpj, state } = record;
  const status = STATUS_LABELS[record.status as keyof typeof STATUS_LABELS] ?? ''; // the import stores known codes or none
  const registrations = jsonArray(record.stateRegistrations, (entry) =>
    presentStateRegistration(entry, updatedAt, reference, quote),
  );
  const extra = commercial
    ? `,"inscricoes_suframa":${jsonArray(
        record.suframa,
        (entry) =>
          `{"inscricao_suframa":${quote(entry.registration)},"ativo":${entry.active === '1'},"atualizado_em":"${entry.updatedAt === '' ? updatedAt : midnight(entry.updatedAt)}"}`,
      )},"regimes_tributarios":${jsonArray(record.regimes, (entry) => presentRegime(entry, updatedAt, quote))}`
    : '';
  return `{"cnpj":"${cnpj}","cnpj_raiz":"${cnpj.slice(0, 8)}","cnpj_ordem":"${cnpj.slice(8, 12)}","cnpj_digito_verificador":"${cnpj.slice(12)}","tipo":${plainOrNull(BRANCH_LABELS[record.kind] ?? '')},"nome_fantasia":${quoteOrNull(record.tradeName, quote)},"situacao_cadastral":${plainOrNull(status)},"data_situacao_cadastral":${plainOrNull(record.statusDate)},"data_inicio_atividade":${plainOrNull(record.startDate)},"nome_cidade_exterior":${quoteOrNull(record.foreignCity, quote)},"tipo_logradouro":${quoteOrNull(record.streetType, quote)},"logradouro":${quoteOrNull(record.street, quote)},"numero":${quoteOrNull(record.number, quote)},"complemento":${quoteOrNull(record.complement, quote)},"bairro":${quoteOrNull(record.district, quote)},"cep":${plainOrNull(record.cep)},"ddd1":${quoteOrNull(record.areaCode1, quote)},"telefone1":${quoteOrNull(record.phone1, quote)},"ddd2":${quoteOrNull(record.areaCode2, quote)},"telefone2":${quoteOrNull(record.phone2, quote)},"ddd_fax":${quoteOrNull(record.faxAreaCode, quote)},"fax":${quoteOrNull(record.fax, quote)},"email":${quoteOrNull(record.email, quote)},"situacao_especial":${quoteOrNull(record.specialStatus, quote)},"data_situacao_especial":${plainOrNull(record.specialStatusDate)},"motivo_situacao_cadastral":${reference.reason(record.reason)},"atualizado_em":"${updatedAt}","atividade_principal":${reference.activity(record.mainActivity)},"atividades_secundarias":${reference.activityList(record.secondaryActivities)},"pais":${reference.establishmentCountry(record.country, state)},"estado":${reference.state(state)},"cidade":${reference.city(record.city, state)},"inscricoes_estaduais":${registrations}${extra}}`;
}
