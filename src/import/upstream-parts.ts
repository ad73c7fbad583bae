import { isActivityCode } from '../domain/activity.ts';
import { EXTERIOR_CITY, findCity } from '../domain/city.ts';
import { castCountryCode, comexIdOfCountry } from '../domain/country.ts';
import { isDate } from '../domain/date.ts';
import { isSizeId } from '../domain/size.ts';
import { findState, findStateByIbgeId } from '../domain/state.ts';
import { cleanText } from '../domain/text.ts';
import type { PartnerRecord, StateRegistrationRecord } from '../registry/record.ts';
import type { AdditionParts } from './additions.ts';
import type { CodeTables, Labels } from './code-tables.ts';
import type { CompanyRow } from './rows/company.ts';
import type { EstablishmentRow } from './rows/establishment.ts';
import { comparePartners } from './rows/partner.ts';
import type { SimplesRow } from './rows/simples.ts';
import {
  AGE_WORDS,
  BRANCH_WORDS,
  OPTION_WORDS,
  PARTNER_WORDS,
  SIZE_WORDS,
  STATUS_WORDS,
} from './upstream-labels.ts';
import { type UpstreamRecord, updatedAtOf } from './upstream-record.ts';

/**
 * A record of a public lookup turned back into what the registry keeps. Whatever is no code, date or number of the form
 * that the registry has becomes empty, as it would from the Receita's files: nothing that came over the network is
 * stored as it is but text, and that cleaned.
 */

type Text = string | null | undefined;
type Coded = Text | { readonly id?: Text; readonly descricao?: Text };
type UpstreamPartner = NonNullable<UpstreamRecord['socios']>[number];
type UpstreamEstablishment = UpstreamRecord['estabelecimento'];

const CAPITAL = /^-?\d{1,20}\.\d{2}$/;
const CEP = /^\d{8}$/;
const SIAFI_ID = /^\d{1,4}$/;
const LEGAL_NATURE = /^\d{4}$/;
const TWO_DIGITS = /^\d{1,2}$/;
const ABROAD = 'EX';

function clean(text: Text): string {
  return cleanText(text ?? '');
}

function day(text: Text): string {
  return text && isDate(text) ? text : '';
}

function matching(form: RegExp, text: Text): string {
  return text && form.test(text) ? text : '';
}

function twoDigits(id: Text): string {
  const code = matching(TWO_DIGITS, id).padStart(2, '0');
  return code === '00' ? '' : code;
}

/** The codes of labels, which the specification's profile sends alone; of two codes with one label, the last. */
function reverse(labels: Labels): ReadonlyMap<string, string> {
  return new Map([...labels].map(([code, label]) => [label, code]));
}

const REVERSED = new WeakMap<Labels, ReadonlyMap<string, string>>();

/** A code from itself or from its label alone; a label that no table has is lost. */
function codeOf(value: Coded, labels: Labels): string {
  if (typeof value !== 'string') return twoDigits(value?.id);
  let codes = REVERSED.get(labels);
  if (codes === undefined) {
    codes = reverse(labels);
    REVERSED.set(labels, codes);
  }
  return codes.get(value) ?? '';
}

function companyOf(record: UpstreamRecord): CompanyRow {
  const { porte: size } = record;
  const id = size?.id ?? '';
  return {
    name: clean(record.razao_social),
    legalNature: matching(LEGAL_NATURE, record.natureza_juridica?.id?.replace('-', '')),
    responsibleQualification: twoDigits(record.qualificacao_do_responsavel?.id),
    capital: matching(CAPITAL, record.capital_social),
    size: SIZE_WORDS.get(size?.descricao ?? '') ?? (isSizeId(id) ? id : '01'),
    federativeEntity: clean(record.responsavel_federativo),
  };
}

function simplesOf({ simples }: UpstreamRecord): SimplesRow | undefined {
  if (!simples) return undefined;
  return {
    simples: OPTION_WORDS.get(simples.simples ?? '') ?? 'N',
    simplesFrom: day(simples.data_opcao_simples),
    simplesUntil: day(simples.data_exclusao_simples),
    mei: OPTION_WORDS.get(simples.mei ?? '') ?? 'N',
    meiFrom: day(simples.data_opcao_mei),
    meiUntil: day(simples.data_exclusao_mei),
  };
}

function partnerOf(partner: UpstreamPartner, tables: CodeTables): PartnerRecord {
  return {
    kind: PARTNER_WORDS.get(partner.tipo ?? '') ?? '',
    name: clean(partner.nome),
    document: clean(partner.cpf_cnpj_socio),
    qualification: twoDigits(partner.qualificacao_socio?.id),
    entryDate: day(partner.data_entrada),
    country: comexIdOfCountry(partner.pais_id ?? '') ?? '',
    representativeDocument: clean(partner.cpf_representante_legal),
    representativeName: clean(partner.nome_representante),
    representativeQualification: codeOf(partner.qualificacao_representante, tables.qualifications),
    ageBracket: AGE_WORDS.get(partner.faixa_etaria ?? '') ?? '',
  };
}

function stateOf(state: UpstreamEstablishment['estado']): string {
  const found = findState(state?.sigla ?? '') ?? findStateByIbgeId(Number(state?.ibge_id ?? Number.NaN));
  return found?.abbreviation ?? '';
}

function cityOf({ cidade: city }: UpstreamEstablishment, state: string): string {
  if (state === ABROAD) return EXTERIOR_CITY.siafiId;
  const siafiId = matching(SIAFI_ID, city?.siafi_id).padStart(4, '0');
  if (siafiId !== '0000') return siafiId;
  return findCity(Number(city?.ibge_id ?? Number.NaN))?.siafiId ?? '';
}

function countryOf({ pais: country }: UpstreamEstablishment): string {
  return castCountryCode(country?.comex_id ?? '') ?? comexIdOfCountry(country?.id ?? '') ?? '';
}

function registrationsOf(own: UpstreamEstablishment): StateRegistrationRecord[] {
  return (own.inscricoes_estaduais ?? []).map((registration) => ({
    state: stateOf(registration.estado),
    registration: clean(registration.inscricao_estadual),
    active: registration.ativo === true ? '1' : '0',
    updatedAt: day(registration.atualizado_em?.slice(0, 10)),
  }));
}

function establishmentOf(own: UpstreamEstablishment, order: string, tables: CodeTables): EstablishmentRow {
  const state = stateOf(own.estado);
  const main = own.atividade_principal?.id ?? '';
  const secondary = (own.atividades_secundarias ?? []).map((activity) => activity.id);
  return {
    kind: BRANCH_WORDS.get(own.tipo ?? '') ?? (order === '0001' ? '1' : '2'),
    tradeName: clean(own.nome_fantasia),
    status: STATUS_WORDS.get(own.situacao_cadastral ?? '') ?? '',
    statusDate: day(own.data_situacao_cadastral),
    reason: codeOf(own.motivo_situacao_cadastral, tables.reasons),
    foreignCity: clean(own.nome_cidade_exterior),
    country: countryOf(own),
    startDate: day(own.data_inicio_atividade),
    mainActivity: isActivityCode(main) ? main : '',
    secondaryActivities: secondary.filter(isActivityCode).join(','),
    streetType: clean(own.tipo_logradouro),
    street: clean(own.logradouro),
    number: clean(own.numero),
    complement: clean(own.complemento),
    district: clean(own.bairro),
    cep: matching(CEP, own.cep),
    state,
    city: cityOf(own, state),
    areaCode1: clean(own.ddd1),
    phone1: clean(own.telefone1),
    areaCode2: clean(own.ddd2),
    phone2: clean(own.telefone2),
    faxAreaCode: clean(own.ddd_fax),
    fax: clean(own.fax),
    email: clean(own.email).toLowerCase(),
    specialStatus: clean(own.situacao_especial),
    specialStatusDate: day(own.data_situacao_especial),
  };
}

/** Turns a record that `readUpstreamRecord` has read, in either profile, into the registry's parts. */
export function castUpstreamRecord(record: UpstreamRecord, tables: CodeTables): AdditionParts {
  const own = record.estabelecimento;
  const base = own.cnpj.toUpperCase().slice(0, 12);
  const partners = (record.socios ?? []).map((partner) => partnerOf(partner, tables)).sort(comparePartners);
  return {
    base,
    updatedAt: updatedAtOf(record),
    company: companyOf(record),
    simples: simplesOf(record),
    partners,
    own: establishmentOf(own, base.slice(8), tables),
    stateRegistrations: registrationsOf(own),
  };
}
