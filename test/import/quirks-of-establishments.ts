import { expect } from 'bun:test';
import { GERMANY, type Quirk } from './quirk.ts';

const BRAZIL = { id: '1058', iso2: 'BR', iso3: 'BRA', nome: 'Brasil', comex_id: '105' };
const EXTERIOR = { id: 28, nome: 'Exterior', sigla: 'EX', ibge_id: 99 };

/** What is odd about the rows of Estabelecimentos, by a name that ends the sentence `serves …`. */
export const ESTABLISHMENT_QUIRKS: Readonly<Record<string, Quirk>> = {
  'NUL bytes': {
    company: { name: 'A\0NTONIO\0 LTDA' },
    establishment: { district: '\0' },
    record: { razao_social: 'ANTONIO LTDA' },
    own: { bairro: null },
  },
  'line breaks inside fields': {
    company: { name: 'PRIMEIRA\nSEGUNDA' },
    establishment: { complement: 'SALA 3\r\nANDAR 2' },
    record: { razao_social: 'PRIMEIRA SEGUNDA' },
    own: { complemento: 'SALA 3 ANDAR 2' },
  },
  'semicolons inside fields': {
    establishment: { complement: 'APT 1;BLOCO 2', street: ';' },
    own: { complemento: 'APT 1;BLOCO 2', logradouro: ';' },
  },
  'doubled quotes inside fields': {
    establishment: { tradeName: '"PONTO" CERTO ""' },
    own: { nome_fantasia: '"PONTO" CERTO ""' },
  },
  'leading, trailing and double spaces': {
    company: { name: '  DOIS   ESPACOS ' },
    establishment: { street: '   ', email: ' Ana@Example.COM ' },
    record: { razao_social: 'DOIS ESPACOS' },
    own: { logradouro: null, email: 'ana@example.com' },
  },
  'dates of a single zero or of zeros': {
    establishment: { statusDay: '0', startDay: '00000000', specialDay: '' },
    own: { data_situacao_cadastral: null, data_inicio_atividade: null, data_situacao_especial: null },
  },
  'years 0202 and 4100': {
    establishment: { statusDay: '02020315', startDay: '41000315' },
    own: { data_situacao_cadastral: null, data_inicio_atividade: null },
    counted: { badDate: 2 },
  },
  'days that no calendar has': {
    establishment: { statusDay: '20230229', startDay: '20231131', specialDay: '20231301' },
    own: { data_situacao_cadastral: null, data_inicio_atividade: null, data_situacao_especial: null },
    counted: { badDate: 3 },
  },
  'a leap day that every calendar has': {
    establishment: { statusDay: '20240229' },
    own: { data_situacao_cadastral: '2024-02-29' },
  },
  'a postal code of seven digits': {
    establishment: { cep: '1310100' },
    own: { cep: '01310100' },
    counted: { shortCep: 1 },
  },
  'a postal code of one blank-padded zero': { establishment: { cep: '0       ' }, own: { cep: null } },
  'a postal code of eight zeros': { establishment: { cep: '00000000' }, own: { cep: null } },
  'an empty postal code': { establishment: { cep: '' }, own: { cep: null } },
  'a postal code of another length': {
    establishment: { cep: '131010' },
    own: { cep: null },
    counted: { badCep: 1 },
  },
  'a status of no known code': {
    establishment: { status: '09' },
    own: { situacao_cadastral: null },
    counted: { unknownStatus: 1 },
  },
  'a status without its leading zero': {
    establishment: { status: '2' },
    own: { situacao_cadastral: 'Ativa' },
  },
  'neither head office nor branch': {
    establishment: { kind: '3' },
    own: { tipo: 'Matriz' },
    counted: { unknownKind: 1 },
  },
  'a country that Paises lacks': {
    establishment: { country: '015' },
    own: { pais: { id: '0159', iso2: 'AX', iso3: 'ALA', nome: 'Ilhas Åland', comex_id: '015' } },
  },
  'a country in no table': {
    establishment: { country: '012' },
    own: { pais: { id: '0124', iso2: null, iso3: null, nome: null, comex_id: '012' } },
    counted: { unknownCountry: 1 },
  },
  'a country without its leading zeros': {
    establishment: { country: '23' },
    own: { pais: GERMANY },
    counted: { unpaddedCountry: 1 },
  },
  'an unpadded country in no table': {
    establishment: { country: '8' },
    own: { pais: { id: '0086', iso2: null, iso3: null, nome: null, comex_id: '008' } },
    counted: { unpaddedCountry: 1, unknownCountry: 1 },
  },
  'a country that is no number': {
    establishment: { country: 'BR' },
    own: { pais: BRAZIL },
    counted: { badCountry: 1 },
  },
  'an establishment abroad with an empty postal code': {
    establishment: { state: 'EX', city: '9707', cep: '', foreignCity: 'BERLIM', country: '23' },
    own: {
      estado: EXTERIOR,
      cidade: { id: 0, nome: 'Exterior', ibge_id: 9_999_999, siafi_id: '9707' },
      cep: null,
      nome_cidade_exterior: 'BERLIM',
      pais: GERMANY,
    },
    counted: { unpaddedCountry: 1 },
  },
  'an establishment abroad with a municipality of Brazil': {
    establishment: { state: 'EX', city: '7107', cep: '', country: '023' },
    own: { estado: EXTERIOR, cidade: { id: 0, nome: 'Exterior', ibge_id: 9_999_999, siafi_id: '9707' } },
    counted: { cityAbroad: 1 },
  },
  'an establishment abroad without a country': {
    establishment: { state: 'EX', city: '9707', cep: '' },
    own: { estado: EXTERIOR, pais: null },
  },
  'the reason that Motivos lacks': {
    establishment: { status: '08', reason: '32' },
    own: { motivo_situacao_cadastral: 'Inexistente de Fato – Ade/Cosar' },
  },
  'a reason in no table': {
    establishment: { reason: '98' },
    own: { motivo_situacao_cadastral: '' },
    counted: { unknownReason: 1 },
  },
  'a reason that nobody has written by hand': {
    establishment: { reason: '99' },
    own: { motivo_situacao_cadastral: 'Motivo que ninguem escreveu a mao' },
  },
  'codes that are no codes': {
    company: { nature: 'LTDA', qualification: 'X' },
    establishment: { reason: 'AB', city: 'CITY' },
    record: { natureza_juridica: null, qualificacao_do_responsavel: null },
    own: { motivo_situacao_cadastral: null, cidade: null },
    counted: { badCode: 4 },
  },
  'a municipality that neither TABMUN nor Municipios joins to the IBGE': {
    establishment: { state: 'GO', city: '9998' },
    own: { cidade: { id: null, nome: 'Vila nova de lugar nenhum', ibge_id: null, siafi_id: '9998' } },
  },
  'a municipality that only the own join knows': {
    establishment: { state: 'MT', city: '1182' },
    own: { cidade: { id: 5200, nome: 'Boa Esperança do Norte', ibge_id: 5_101_837, siafi_id: '1182' } },
  },
  'a municipality in no table': {
    establishment: { city: '9990' },
    own: { cidade: { id: null, nome: '', ibge_id: null, siafi_id: '9990' } },
    counted: { unknownCity: 1 },
  },
  'a municipality without its leading zero': {
    establishment: { state: 'AM', city: '255' },
    own: { cidade: { id: 112, nome: 'Manaus', ibge_id: 1_302_603, siafi_id: '0255' } },
  },
  'a state of no known abbreviation': {
    establishment: { state: 'XX', city: '' },
    own: { estado: null, cidade: null },
    counted: { unknownState: 1 },
  },
  'an empty principal activity': {
    establishment: { activity: '' },
    own: { atividade_principal: null },
    counted: { noActivity: 1 },
  },
  'the activity that says "not informed"': {
    establishment: { activity: '8888888' },
    own: { atividade_principal: expect.objectContaining({ id: '8888888', secao: null, divisao: '88' }) },
  },
  'an activity in no table': {
    establishment: { activity: '6204000' },
    own: {
      atividade_principal: {
        ...{ id: '6204000', secao: 'J', divisao: '62', grupo: '62.0', classe: '62.04-0' },
        ...{ subclasse: '6204-0/00', descricao: '' },
      },
    },
    counted: { unknownActivity: 1 },
  },
  'a trailing comma in the secondary activities': {
    establishment: { secondary: '6203100,' },
    own: { atividades_secundarias: [expect.objectContaining({ id: '6203100' })] },
    counted: { emptyActivity: 1 },
  },
  'telephones, fax and DDD of zeros': {
    establishment: { area1: '0000', phone1: '0', area2: '11', phone2: '00000000', faxArea: '00', fax: '000' },
    own: { ddd1: null, telefone1: null, ddd2: '11', telefone2: null, ddd_fax: null, fax: null },
  },
};
