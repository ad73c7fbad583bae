import * as v from 'valibot';
import { type FieldView, fieldNumbers, PARTNER_FIELDS } from '../registry/record.ts';
import { fragment, objectWriter, textOrNull } from './json-writer.ts';
import { AGE_LABELS, PARTNER_LABELS } from './labels.ts';
import type { RecordContext } from './record-context.ts';
import { Country, Day, Qualification, RepresentativeQualification, Timestamp } from './shared.ts';

/** What the Receita writes for a representative that is not there. */
const NO_REPRESENTATIVE = fragment('"***000000**"');

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

const F = fieldNumbers(PARTNER_FIELDS);

/** A partner as JSON. */
export const writePartner = objectWriter<FieldView, RecordContext>([
  ['cpf_cnpj_socio', textOrNull(F.document)],
  ['nome', textOrNull(F.name)],
  ['tipo', (writer, entry, { reference }) => writer.raw(reference.partnerKinds.of(entry, F.kind))],
  ['data_entrada', textOrNull(F.entryDate)],
  [
    'cpf_representante_legal',
    (writer, entry) => {
      if (entry.isEmpty(F.representativeDocument)) writer.raw(NO_REPRESENTATIVE);
      else writer.text(entry, F.representativeDocument);
    },
  ],
  ['nome_representante', textOrNull(F.representativeName)],
  [
    'faixa_etaria',
    (writer, entry, { reference }) => writer.raw(reference.ageBrackets.of(entry, F.ageBracket)),
  ],
  ['atualizado_em', (writer, _, { updatedAt }) => writer.raw(updatedAt)],
  [
    'pais_id',
    (writer, entry, { reference }) =>
      writer.raw(entry.isEmpty(F.country) ? reference.brazilId : reference.countryIds.of(entry, F.country)),
  ],
  [
    'qualificacao_socio',
    (writer, entry, { reference }) => writer.raw(reference.qualifications.of(entry, F.qualification)),
  ],
  [
    'qualificacao_representante',
    (writer, entry, { reference }) =>
      writer.raw(reference.representatives.of(entry, F.representativeQualification)),
  ],
  [
    'pais',
    (writer, entry, { reference }) =>
      writer.raw(entry.isEmpty(F.country) ? reference.brazil : reference.countries.of(entry, F.country)),
  ],
]);
