import * as v from 'valibot';
import type { EstablishmentRecord } from '../registry/record.ts';
import {
  CommercialEstablishment,
  jsonArray,
  midnight,
  PublicEstablishment,
  presentEstablishment,
} from './establishment.ts';
import { plainOrNull, quoteAny, quoteOrNull, quotePlain } from './json.ts';
import { OPTION_LABELS } from './labels.ts';
import { Partner, presentPartner } from './partner.ts';
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

function presentSimples(record: EstablishmentRecord, updatedAt: string): string {
  if (record.simples === '') return 'null';
  return `{"simples":${plainOrNull(OPTION_LABELS[record.simples] ?? '')},"data_opcao_simples":${plainOrNull(record.simplesFrom)},"data_exclusao_simples":${plainOrNull(record.simplesUntil)},"mei":${plainOrNull(OPTION_LABELS[record.mei] ?? '')},"data_opcao_mei":${plainOrNull(record.meiFrom)},"data_exclusao_mei":${plainOrNull(record.meiUntil)},"atualizado_em":"${updatedAt}"}`;
}

/** Presents the records of one registry in one profile. */
export class CompanyPresenter {
  private readonly extractedAt: string;
  private readonly notice: string;

  /** `extractedOn` is the day of the registry's data, YYYY-MM-DD. */
  constructor(
    private readonly reference: ReferenceJson,
    extractedOn: string,
  ) {
    this.extractedAt = midnight(extractedOn);
    const [year, month, day] = extractedOn.split('-');
    this.notice = `,"observacao":"Dados da Receita Federal extraídos em ${day}/${month}/${year}; podem estar até 45 dias atrás dos que a Receita tem hoje."`;
  }

  /** The company record of the public API as JSON. */
  presentPublic(record: EstablishmentRecord): string {
    return this.present(record, false);
  }

  /** The company record of the commercial API as JSON. */
  presentCommercial(record: EstablishmentRecord): string {
    return this.present(record, true);
  }

  private present(record: EstablishmentRecord, commercial: boolean): string {
    const { reference } = this;
    const quote = record.escapes ? quoteAny : quotePlain;
    const updatedAt = record.updatedAt === '' ? this.extractedAt : record.updatedAt;
    const partners = jsonArray(record.partners, (partner) =>
      presentPartner(partner, updatedAt, reference, quote),
    );
    return `{"cnpj_raiz":"${record.cnpj.slice(0, 8)}","razao_social":${quote(record.companyName)}${commercial ? '' : this.notice},"capital_social":${quoteOrNull(record.capital, quote)},"responsavel_federativo":${quote(record.federativeEntity)},"atualizado_em":"${updatedAt}","porte":${reference.size(record.size)},"natureza_juridica":${reference.legalNature(record.legalNature)},"qualificacao_do_responsavel":${reference.qualification(record.responsibleQualification)},"socios":${partners},"simples":${presentSimples(record, updatedAt)},"estabelecimento":${presentEstablishment(record, updatedAt, reference, quote, commercial)}}`;
  }
}
