import { about, ofOne, phrase, prefix, type QueryKind } from './query-parts.ts';

/** Queries of several filters, whose values are those of one establishment, so that they find something. */

const TWO: readonly QueryKind[] = [
  {
    name: 'state, status',
    make: ofOne(({ state, status }) => ({ estado_id: state, situacao_cadastral: status })),
  },
  {
    name: 'city, activity',
    make: ofOne((own) => ({ cidade_id: own.city, atividade_principal_id: own.activity })),
  },
  {
    name: 'activity, status',
    make: ofOne((own) => ({ atividade_id: own.activity, situacao_cadastral: own.status })),
  },
  {
    name: 'state, nature',
    make: ofOne((own) => ({ estado_id: own.state, natureza_juridica_id: own.nature })),
  },
  { name: 'CEP, status', make: ofOne(({ cep, status }) => ({ cep, situacao_cadastral: status })) },
  {
    name: 'company word, state',
    make: ofOne((own, values) => ({
      razao_social: values.drawWord('companyWord', 'common'),
      estado_id: own.state,
    })),
  },
  {
    name: 'partner word, city',
    make: ofOne((own, values) => ({
      socio_nome: values.drawWord('partnerWord', 'common'),
      cidade_id: own.city,
    })),
  },
  {
    name: 'prefix, state',
    make: ofOne((own, values) => ({
      razao_social: prefix(values.drawWord('companyWord', 'middling')),
      estado_id: own.state,
    })),
  },
  {
    name: 'misspelt, state',
    make: ofOne((own, values) => ({
      razao_social: values.drawMisspelt('companyWord'),
      estado_id: own.state,
    })),
  },
  {
    name: 'state, decade',
    make: ofOne((own) => ({
      estado_id: own.state,
      ...about('data_inicio_atividade', own.startDate, 'decade'),
    })),
  },
];

const THREE: readonly QueryKind[] = [
  {
    name: 'city, activity, status',
    make: ofOne((own) => ({
      ...{ cidade_id: own.city, atividade_principal_id: own.activity, situacao_cadastral: own.status },
    })),
  },
  {
    name: 'state, size, year',
    make: ofOne((own) => ({
      ...{ estado_id: own.state, porte_id: own.size },
      ...about('data_inicio_atividade', own.startDate, 'year'),
    })),
  },
  {
    name: 'company word, city, status',
    make: ofOne((own, values) => ({
      ...{ razao_social: values.drawWord('companyWord', 'common'), cidade_id: own.city },
      situacao_cadastral: own.status,
    })),
  },
  {
    name: 'partner name, state, activity',
    make: ofOne((own) => ({
      ...{ socio_nome: phrase(...own.partnerWords), estado_id: own.state, atividade_id: own.activity },
    })),
  },
  {
    name: 'activity, state, decade',
    make: ofOne((own) => ({
      ...{ atividade_id: own.activity, estado_id: own.state },
      ...about('data_inicio_atividade', own.startDate, 'decade'),
    })),
  },
];

const FOUR_AND_FIVE: readonly QueryKind[] = [
  {
    name: 'state, activity, status, size',
    make: ofOne((own) => ({
      ...{ estado_id: own.state, atividade_principal_id: own.activity },
      ...{ situacao_cadastral: own.status, porte_id: own.size },
    })),
  },
  {
    name: 'city, nature, status, decade',
    make: ofOne((own) => ({
      ...{ cidade_id: own.city, natureza_juridica_id: own.nature, situacao_cadastral: own.status },
      ...about('data_inicio_atividade', own.startDate, 'decade'),
    })),
  },
  {
    name: 'two company words, state, status, size',
    make: ofOne((own) => ({
      ...{ razao_social: phrase(...own.companyWords.slice(0, 2)), estado_id: own.state },
      ...{ situacao_cadastral: own.status, porte_id: own.size },
    })),
  },
  {
    name: 'state, city, activity, status, size',
    make: ofOne((own) => ({
      ...{ estado_id: own.state, cidade_id: own.city, atividade_principal_id: own.activity },
      ...{ situacao_cadastral: own.status, porte_id: own.size },
    })),
  },
  {
    name: 'company word, state, status, nature, decade',
    make: ofOne((own, values) => ({
      ...{ razao_social: values.drawWord('companyWord', 'common'), estado_id: own.state },
      ...{ situacao_cadastral: own.status, natureza_juridica_id: own.nature },
      ...about('data_inicio_atividade', own.startDate, 'decade'),
    })),
  },
  {
    name: 'partner word, state, status, activity, decade',
    make: ofOne((own, values) => ({
      ...{ socio_nome: values.drawWord('partnerWord', 'common'), estado_id: own.state },
      ...{ situacao_cadastral: own.status, atividade_id: own.activity },
      ...about('data_situacao_cadastral', own.statusDate, 'decade'),
    })),
  },
  {
    name: 'trade word, company word, city, status, size',
    make: ofOne((own) => ({
      ...{ nome_fantasia: own.tradeWords[0], razao_social: own.companyWords[0], cidade_id: own.city },
      ...{ situacao_cadastral: own.status, porte_id: own.size },
    })),
  },
];

/** Kinds of query of two to five filters. */
export const COMBINATIONS: readonly QueryKind[] = [...TWO, ...THREE, ...FOUR_AND_FIVE];
