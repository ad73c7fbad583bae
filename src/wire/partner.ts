import * as v from 'valibot';
import type { PartnerRecord } from '../registry/record.ts';
import { plainOrNull, type Quote, quoteOrNull } from './json.ts';
import { AGE_LABELS, PARTNER_LABELS } from './labels.ts';
import type { ReferenceJson } from './reference.ts';
import { Country, Day, Qualification, RepresentativeQualification, Timestamp } from './shared.ts';

/** What the Receita writes for a representative that is not there. */
const NO_REPRESENTATIVE = '***000000**';

/** A partner (spec 2.2). */
export const Partner = v.strictObject({
  cpf_cnpj_socio: v.nullable(v.string()),
  nome: v.nullable(v.string()),
  tipo: v.nullable(v.picklist(Object.values(PARTNER_LABELS))),
  data_entrada: v.nullable(Day),
  cpf_representante_legal: v.string(),
  nome_representante: v.nullable(v.string()),
  faixa_etaria: v.nullable(v.picklist(Object.values(AGE_LABELS))),
  atualizado_em: Timestamp,
  pais_id: v.string(),
  qualificacao_socio: v.nullable(Qualification),
  qualificacao_representante: v.nullable(RepresentativeQualification),
  pais: Country,
});

/** A partner as JSON. */
export function presentPartner(
  partner: PartnerRecord,
  updatedAt: string,
  reference: ReferenceJson,
  quote: Quote,
): string {
  return `{"cpf_cnpj_socio":${quoteOrNull(partner.document, quote)},"nome":${quoteOrNull(partner.name, quote)},"tipo":${plainOrNull(PARTNER_LABELS[partner.kind] ?? '')},"data_entrada":${plainOrNull(partner.entryDate)},"cpf_representante_legal":${quote(partner.representativeDocument || NO_REPRESENTATIVE)},"nome_representante":${quoteOrNull(partner.representativeName, quote)},"faixa_etaria":${plainOrNull(AGE_LABELS[partner.ageBracket] ?? '')},"atualizado_em":"${updatedAt}","pais_id":${reference.partnerCountryId(partner.country)},"qualificacao_socio":${reference.qualification(partner.qualification)},"qualificacao_representante":${reference.representativeQualification(partner.representativeQualification)},"pais":${reference.partnerCountry(partner.country)}}`;
}
