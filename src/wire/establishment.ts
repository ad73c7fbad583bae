import * as v from 'valibot';
import {
  type FieldView,
  fieldNumbers,
  RECORD_FIELDS,
  REGIME_FIELDS,
  type RecordView,
  STATE_REGISTRATION_FIELDS,
  SUFRAMA_FIELDS,
} from '../registry/record.ts';
import {
  type Fragment,
  fragment,
  type JsonWriter,
  type Member,
  objectWriter,
  sectionWriter,
  textOrEmpty,
  textOrNull,
} from './json-writer.ts';
import { BRANCH_LABELS, STATUS_LABELS } from './labels.ts';
import { MomentJson, type RecordContext } from './record-context.ts';
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

const S = fieldNumbers(STATE_REGISTRATION_FIELDS);
const Z = fieldNumbers(SUFRAMA_FIELDS);
const R = fieldNumbers(REGIME_FIELDS);
const F = fieldNumbers(RECORD_FIELDS);

const TRUE = fragment('true');
const FALSE = fragment('false');
const ACTIVE = '1'.charCodeAt(0);
const days = new MomentJson();

function writeActive(writer: JsonWriter, entry: FieldView, field: number): void {
  writer.raw(entry.firstByte(field) === ACTIVE ? TRUE : FALSE);
}

/** Registrations have a day of their own; without it, the record's stands. */
function writeDay(writer: JsonWriter, entry: FieldView, field: number, updatedAt: Fragment): void {
  writer.raw(entry.isEmpty(field) ? updatedAt : days.of(entry, field));
}

const writeStateRegistration = objectWriter<FieldView, RecordContext>([
  ['inscricao_estadual', textOrEmpty(S.registration)],
  ['ativo', (writer, entry) => writeActive(writer, entry, S.active)],
  ['atualizado_em', (writer, entry, { updatedAt }) => writeDay(writer, entry, S.updatedAt, updatedAt)],
  ['estado', (writer, entry, { reference }) => writer.raw(reference.states.of(entry, S.state))],
]);

const writeSuframa = objectWriter<FieldView, RecordContext>([
  ['inscricao_suframa', textOrEmpty(Z.registration)],
  ['ativo', (writer, entry) => writeActive(writer, entry, Z.active)],
  ['atualizado_em', (writer, entry, { updatedAt }) => writeDay(writer, entry, Z.updatedAt, updatedAt)],
]);

const writeRegime = objectWriter<FieldView, RecordContext>([
  ['ano', (writer, entry) => writer.number(entry, R.year)],
  ['regime_tributario', textOrEmpty(R.regime)],
  ['forma_de_tributacao', textOrEmpty(R.form)],
  ['atualizado_em', (writer, _, { updatedAt }) => writer.raw(updatedAt)],
]);

type EstablishmentMember = Member<RecordView, RecordContext>;

function text(name: string, field: number): EstablishmentMember {
  return [name, textOrNull(field)];
}

function isAbroad(record: RecordView): boolean {
  const { bytes, edges } = record;
  const at = edges[F.state] ?? 0;
  return bytes[at] === 69 && bytes[at + 1] === 88;
}

const COMMA_CODE = 44;
const CODE_LENGTH = 7;

/** The list of secondary activities: codes of seven digits with a comma between. */
function writeActivities(
  writer: JsonWriter,
  { bytes, edges }: RecordView,
  { reference }: RecordContext,
): void {
  const end = (edges[F.secondaryActivities + 1] ?? 1) - 1;
  writer.open();
  for (let at = edges[F.secondaryActivities] ?? 0; at < end; at += CODE_LENGTH) {
    if (bytes[at] === COMMA_CODE) {
      writer.comma();
      at++;
    }
    writer.raw(reference.activities.at(bytes, at, at + CODE_LENGTH));
  }
  writer.close();
}

/** Blank is Brazil, but nothing for an establishment abroad. */
function writeCountry(writer: JsonWriter, record: RecordView, { reference }: RecordContext): void {
  if (!record.isEmpty(F.country)) writer.raw(reference.countries.of(record, F.country));
  else if (isAbroad(record)) writer.nothing();
  else writer.raw(reference.brazil);
}

const members: readonly EstablishmentMember[] = [
  ['cnpj', (writer, { cnpj }) => writer.ascii(cnpj, 0, 14)],
  ['cnpj_raiz', (writer, { cnpj }) => writer.ascii(cnpj, 0, 8)],
  ['cnpj_ordem', (writer, { cnpj }) => writer.ascii(cnpj, 8, 12)],
  ['cnpj_digito_verificador', (writer, { cnpj }) => writer.ascii(cnpj, 12, 14)],
  ['tipo', (writer, record, { reference }) => writer.raw(reference.branchKinds.of(record, F.kind))],
  text('nome_fantasia', F.tradeName),
  [
    'situacao_cadastral',
    (writer, record, { reference }) => writer.raw(reference.statuses.of(record, F.status)),
  ],
  text('data_situacao_cadastral', F.statusDate),
  text('data_inicio_atividade', F.startDate),
  text('nome_cidade_exterior', F.foreignCity),
  text('tipo_logradouro', F.streetType),
  text('logradouro', F.street),
  text('numero', F.number),
  text('complemento', F.complement),
  text('bairro', F.district),
  text('cep', F.cep),
  text('ddd1', F.areaCode1),
  text('telefone1', F.phone1),
  text('ddd2', F.areaCode2),
  text('telefone2', F.phone2),
  text('ddd_fax', F.faxAreaCode),
  text('fax', F.fax),
  text('email', F.email),
  text('situacao_especial', F.specialStatus),
  text('data_situacao_especial', F.specialStatusDate),
  [
    'motivo_situacao_cadastral',
    (writer, record, { reference }) => writer.raw(reference.reasons.of(record, F.reason)),
  ],
  ['atualizado_em', (writer, _, { updatedAt }) => writer.raw(updatedAt)],
  [
    'atividade_principal',
    (writer, record, { reference }) => writer.raw(reference.activities.of(record, F.mainActivity)),
  ],
  ['atividades_secundarias', writeActivities],
  ['pais', writeCountry],
  ['estado', (writer, record, { reference }) => writer.raw(reference.states.of(record, F.state))],
  [
    'cidade',
    (writer, record, { reference }) =>
      writer.raw(isAbroad(record) ? reference.exteriorCity : reference.cities.of(record, F.city)),
  ],
  ['inscricoes_estaduais', sectionWriter(writeStateRegistration)],
];

/** The establishment of the public record as JSON. */
export const writePublicEstablishment = objectWriter(members);

/** The establishment of the commercial record as JSON. */
export const writeCommercialEstablishment = objectWriter<RecordView, RecordContext>([
  ...members,
  ['inscricoes_suframa', sectionWriter(writeSuframa)],
  ['regimes_tributarios', sectionWriter(writeRegime)],
]);
