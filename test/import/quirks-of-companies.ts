import { expect } from 'bun:test';
import { GERMANY, PERSON, type Quirk } from './quirk.ts';

/** What is odd about the rows of Empresas, Socios and Simples, by a name that ends the sentence `serves …`. */
export const COMPANY_QUIRKS: Readonly<Record<string, Quirk>> = {
  'a tab inside a field': { company: { name: 'UM\tDOIS' }, record: { razao_social: 'UM DOIS' } },
  'accents of Latin-1': {
    company: { name: 'PÃO ÀÉÎÕÜ Ç Nº §' },
    record: { razao_social: 'PÃO ÀÉÎÕÜ Ç Nº §' },
  },
  'Latin-1 letters read as UTF-8': {
    company: { name: 'CONSTRU\u00c3\u0087\u00c3\u0095ES' },
    record: { razao_social: 'CONSTRUÇÕES' },
    counted: { repairedText: 1 },
  },
  "a sole trader's name that ends in a whole CPF": {
    company: { name: 'JOSE PEREIRA 12345678909' },
    record: { razao_social: 'JOSE PEREIRA 12345678909' },
  },
  'a huge capital': {
    company: { capital: '999999999999,00' },
    record: { capital_social: '999999999999.00' },
  },
  'cents that a 32-bit float loses': {
    company: { capital: '16777217,01' },
    record: { capital_social: '16777217.01' },
  },
  'cents that a 64-bit float loses': {
    company: { capital: '90071992547409931,07' },
    record: { capital_social: '90071992547409931.07' },
  },
  'a negative capital': { company: { capital: '-1000,00' }, record: { capital_social: '-1000.00' } },
  'a capital with dots': {
    company: { capital: '1.234.567,89' },
    record: { capital_social: '1234567.89' },
  },
  'a capital that is no number': {
    company: { capital: 'MIL REAIS' },
    record: { capital_social: null },
    counted: { badCapital: 1 },
  },
  'a blank size': {
    company: { size: '' },
    record: { porte: { id: '01', descricao: 'Não informado' } },
    counted: { blankSize: 1 },
  },
  'a size of no known code': {
    company: { size: '07' },
    record: { porte: { id: '01', descricao: 'Não informado' } },
    counted: { unknownSize: 1 },
  },
  'the qualification that Qualificacoes lacks': {
    company: { qualification: '36' },
    record: { qualificacao_do_responsavel: { id: 36, descricao: 'Gerente-Delegado' } },
  },
  'a qualification in no table': {
    company: { qualification: '97' },
    record: { qualificacao_do_responsavel: { id: 97, descricao: '' } },
    counted: { unknownQualification: 1 },
  },
  'a legal nature in no table': {
    company: { nature: '9999' },
    record: { natureza_juridica: { id: '9999', descricao: '' } },
    counted: { unknownLegalNature: 1 },
  },
  'a legal nature with a hyphen': {
    company: { nature: '206-2' },
    record: { natureza_juridica: { id: '2062', descricao: 'Sociedade Empresária Limitada' } },
  },
  'two partners with the same masked CPF': {
    partners: [
      { ...PERSON, document: '***111111**', name: 'BIA' },
      { ...PERSON, document: '***111111**', name: 'ANA' },
    ],
    record: {
      socios: [
        expect.objectContaining({ nome: 'ANA', cpf_cnpj_socio: '***111111**' }),
        expect.objectContaining({ nome: 'BIA', cpf_cnpj_socio: '***111111**' }),
      ],
    },
  },
  'company partners with 14 and with 8 characters': {
    partners: [
      { ...PERSON, kind: '1', document: '12ABC34501DE35', name: 'A' },
      { ...PERSON, kind: '1', document: '11222333', name: 'B' },
    ],
    record: {
      socios: [
        expect.objectContaining({ tipo: 'Pessoa Jurídica', cpf_cnpj_socio: '12ABC34501DE35' }),
        expect.objectContaining({ tipo: 'Pessoa Jurídica', cpf_cnpj_socio: '11222333' }),
      ],
    },
  },
  'a foreigner without a document': {
    partners: [{ ...PERSON, kind: '3', document: '', country: '23' }],
    record: {
      socios: [expect.objectContaining({ tipo: 'Estrangeiro', cpf_cnpj_socio: null, pais: GERMANY })],
    },
    counted: { unpaddedCountry: 1 },
  },
  'a partner of no known kind or age': {
    partners: [{ ...PERSON, kind: '4', age: 'X', document: '***222222**' }],
    record: { socios: [expect.objectContaining({ tipo: null, faixa_etaria: null, nome: 'ANA' })] },
    counted: { unknownPartnerKind: 1, unknownAgeBracket: 1 },
  },
  'a partner row repeated exactly': {
    partners: [
      { ...PERSON, document: '***333333**' },
      { ...PERSON, document: '***333333**' },
    ],
    record: { socios: [expect.objectContaining({ cpf_cnpj_socio: '***333333**' })] },
    counted: { repeatedRow: 1 },
  },
  'a Simples option that is neither S nor N': {
    simples: { simples: 'X', simplesFrom: '20200101', mei: 'S', meiFrom: '0' },
    record: {
      simples: {
        ...{ simples: 'Não', data_opcao_simples: '2020-01-01', data_exclusao_simples: null },
        ...{ mei: 'Sim', data_opcao_mei: null, data_exclusao_mei: null },
        atualizado_em: '2026-08-08T03:00:00.000Z',
      },
    },
    counted: { badOption: 1 },
  },
};
