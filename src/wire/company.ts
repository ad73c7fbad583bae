import * as v from 'valibot';
import { fieldNumbers, RECORD_FIELDS, type RecordView } from '../registry/record.ts';
import {
  CommercialEstablishment,
  PublicEstablishment,
  writeCommercialEstablishment,
  writePublicEstablishment,
} from './establishment.ts';
import {
  type Fragment,
  fragment,
  JsonWriter,
  type Member,
  objectWriter,
  sectionWriter,
  textOrEmpty,
  textOrNull,
  type ValueWriter,
} from './json-writer.ts';
import { OPTION_LABELS } from './labels.ts';
import { Partner, writePartner } from './partner.ts';
import { midnight, type RecordContext } from './record-context.ts';
import type { ReferenceJson } from './reference.ts';
import { Coded, Day, Qualification, Root, Timestamp } from './shared.ts';

const Option = v.picklist(Object.values(OPTION_LABELS));

/** The Simples record (spec 2.3). */
export const Simples = v.strictObject({
  simples: Option,
  data_opcao_simples: v.nullable(Day),
  data_exclusao_simples: v.nullable(Day),
  mei: Option,
  data_opcao_mei: v.nullable(Day),
  data_exclusao_mei: v.nullable(Day),
  atualizado_em: Timestamp,
});

const head = { cnpj_raiz: Root, razao_social: v.string() };
const middle = {
  capital_social: v.nullable(v.pipe(v.string(), v.regex(/^-?\d+\.\d{2}$/))),
  responsavel_federativo: v.string(),
  atualizado_em: Timestamp,
  porte: Coded,
  natureza_juridica: v.nullable(Coded),
  qualificacao_do_responsavel: v.nullable(Qualification),
  socios: v.array(Partner),
  simples: v.nullable(Simples),
};

/** The company record of the public API (spec 2.1). */
export const PublicCompany = v.strictObject({
  ...head,
  observacao: v.string(),
  ...middle,
  estabelecimento: PublicEstablishment,
});

/** The company record of the commercial API (spec 2.1), with Suframa registrations and tax regimes. */
export const CommercialCompany = v.strictObject({
  ...head,
  ...middle,
  estabelecimento: CommercialEstablishment,
});

const F = fieldNumbers(RECORD_FIELDS);

/** What a company's members are presented with. */
interface CompanyContext extends RecordContext {
  /** The notice of the public API, as a JSON string. */
  readonly notice: Fragment;
}

type CompanyMember = Member<RecordView, CompanyContext>;

const writeSimples = objectWriter<RecordView, RecordContext>([
  ['simples', (writer, record, { reference }) => writer.raw(reference.options.of(record, F.simples))],
  ['data_opcao_simples', textOrNull(F.simplesFrom)],
  ['data_exclusao_simples', textOrNull(F.simplesUntil)],
  ['mei', (writer, record, { reference }) => writer.raw(reference.options.of(record, F.mei))],
  ['data_opcao_mei', textOrNull(F.meiFrom)],
  ['data_exclusao_mei', textOrNull(F.meiUntil)],
  ['atualizado_em', (writer, _, { updatedAt }) => writer.raw(updatedAt)],
]);

const headMembers: readonly CompanyMember[] = [
  ['cnpj_raiz', (writer, { cnpj }) => writer.ascii(cnpj, 0, 8)],
  ['razao_social', textOrEmpty(F.companyName)],
];

const middleMembers: readonly CompanyMember[] = [
  ['capital_social', textOrNull(F.capital)],
  ['responsavel_federativo', textOrEmpty(F.federativeEntity)],
  ['atualizado_em', (writer, _, { updatedAt }) => writer.raw(updatedAt)],
  ['porte', (writer, record, { reference }) => writer.raw(reference.sizes.of(record, F.size))],
  [
    'natureza_juridica',
    (writer, record, { reference }) => writer.raw(reference.legalNatures.of(record, F.legalNature)),
  ],
  [
    'qualificacao_do_responsavel',
    (writer, record, { reference }) =>
      writer.raw(reference.qualifications.of(record, F.responsibleQualification)),
  ],
  ['socios', sectionWriter(writePartner)],
  [
    'simples',
    (writer, record, context) =>
      record.isEmpty(F.simples) ? writer.nothing() : writeSimples(writer, record, context),
  ],
];

const writePublicCompany = objectWriter<RecordView, CompanyContext>([
  ...headMembers,
  ['observacao', (writer, _, { notice }) => writer.raw(notice)],
  ...middleMembers,
  ['estabelecimento', writePublicEstablishment],
]);

const writeCommercialCompany = objectWriter<RecordView, CompanyContext>([
  ...headMembers,
  ...middleMembers,
  ['estabelecimento', writeCommercialEstablishment],
]);

/** Presents the records of one registry in one profile. */
export class CompanyPresenter {
  private readonly writer = new JsonWriter();
  private readonly extractedAt: Fragment;
  private readonly context: CompanyContext;

  /** `extractedOn` is the day of the registry's data, YYYY-MM-DD. */
  constructor(reference: ReferenceJson, extractedOn: string) {
    this.extractedAt = fragment(JSON.stringify(midnight(extractedOn)));
    const [year, month, day] = extractedOn.split('-');
    const notice = `Dados da Receita Federal extraídos em ${day}/${month}/${year}; podem estar até 45 dias atrás dos que a Receita tem hoje.`;
    this.context = { reference, updatedAt: this.extractedAt, notice: fragment(JSON.stringify(notice)) };
  }

  /** The company record of the public API as JSON bytes, valid until the next presentation. */
  presentPublic(record: RecordView): Uint8Array {
    return this.present(record, writePublicCompany);
  }

  /** The company record of the commercial API as JSON bytes, valid until the next presentation. */
  presentCommercial(record: RecordView): Uint8Array {
    return this.present(record, writeCommercialCompany);
  }

  private present(record: RecordView, write: ValueWriter<RecordView, CompanyContext>): Uint8Array {
    const { writer, context } = this;
    writer.reset();
    context.updatedAt = record.isEmpty(F.updatedAt)
      ? this.extractedAt
      : fragment(JSON.stringify(record.text(F.updatedAt)));
    write(writer, record, context);
    return writer.written();
  }
}
