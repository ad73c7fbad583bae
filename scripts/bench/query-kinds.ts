import { COMBINATIONS } from './query-combinations.ts';
import { about, ofOne, phrase, prefix, type QueryKind, startedIn, statusSince } from './query-parts.ts';
import type { Commonness, QueryValues } from './query-values.ts';

/** The kinds of query that the search is measured by: what people ask for, and what an index finds hard. */

const FAR_PAGE = 10_000;

const WORD_FIELDS = [
  ['razao_social', 'companyWord'],
  ['nome_fantasia', 'tradeWord'],
  ['socio_nome', 'partnerWord'],
] as const;

const COMMONNESS: readonly Commonness[] = ['common', 'middling', 'rare'];

const NO_FILTER: readonly QueryKind[] = [
  { name: 'no filter', make: () => ({}) },
  { name: 'no filter, page 10,000', page: FAR_PAGE, make: () => ({}) },
];

const ONE_VALUE: readonly QueryKind[] = [
  { name: 'one CNPJ', make: ofOne(({ cnpj }) => ({ cnpj })) },
  { name: 'one root', make: ofOne(({ root }) => ({ cnpj_raiz: root })) },
  { name: 'one CEP', make: ofOne(({ cep }) => ({ cep })) },
  { name: 'root of most establishments', make: (values) => ({ cnpj_raiz: values.findLargestRoot() }) },
  ...COMMONNESS.flatMap((how): QueryKind[] => [
    { name: `${how} state`, make: (values) => ({ estado_id: values.state(values.draw('state', how)) }) },
    { name: `${how} city`, make: (values) => ({ cidade_id: values.city(values.draw('city', how)) }) },
    {
      name: `${how} main activity`,
      make: (values) => ({ atividade_principal_id: values.draw('mainActivity', how) }),
    },
    {
      name: `${how} secondary activity`,
      make: (values) => ({ atividade_secundaria_id: values.draw('secondaryActivity', how) }),
    },
    {
      name: `${how} activity of either kind`,
      make: (values) => ({ atividade_id: values.draw('mainActivity', how) }),
    },
    {
      name: `${how} legal nature`,
      make: (values) => ({ natureza_juridica_id: values.draw('legalNature', how) }),
    },
    { name: `${how} status`, make: (values) => ({ situacao_cadastral: values.draw('status', how) }) },
  ]),
  { name: 'size', make: (values) => ({ porte_id: values.draw('size', 'common') }) },
  { name: 'Brazil', make: () => ({ pais_id: '1058' }) },
  { name: 'rare country', make: (values) => ({ pais_id: values.country(values.draw('country', 'rare')) }) },
  {
    name: 'state, page 10,000',
    page: FAR_PAGE,
    make: (values) => ({ estado_id: values.state(values.draw('state', 'common')) }),
  },
  { name: 'active, page 10,000', page: FAR_PAGE, make: () => ({ situacao_cadastral: '02' }) },
];

const DAYS: readonly QueryKind[] = [
  { name: 'started on a day', make: startedIn('day') },
  { name: 'started in a month', make: startedIn('month') },
  { name: 'started in a year', make: startedIn('year') },
  { name: 'started in a decade', make: startedIn('decade') },
  { name: 'status since a day', make: statusSince('day') },
  { name: 'status since a month', make: statusSince('month') },
  { name: 'status since a decade', make: statusSince('decade') },
  {
    name: 'started from a day on',
    make: ofOne(({ startDate }) => ({ data_inicio_atividade_de: startDate })),
  },
  { name: 'started until a day', make: ofOne(({ startDate }) => ({ data_inicio_atividade_ate: startDate })) },
  {
    name: 'started between two odd days',
    make: () => ({ data_inicio_atividade_de: '2003-02-17', data_inicio_atividade_ate: '2019-11-23' }),
  },
  {
    name: 'decades of both dates',
    make: ofOne(({ startDate, statusDate }) => ({
      ...about('data_inicio_atividade', startDate, 'decade'),
      ...about('data_situacao_cadastral', statusDate, 'decade'),
    })),
  },
];

const WORDS: readonly QueryKind[] = [
  ...WORD_FIELDS.flatMap(([parameter, field]): QueryKind[] => [
    ...COMMONNESS.map((how) => ({
      name: `${parameter}: ${how} word`,
      make: (values: QueryValues) => ({ [parameter]: values.drawWord(field, how) }),
    })),
    {
      name: `${parameter}: two common words`,
      make: (values) => ({
        [parameter]: phrase(values.drawWord(field, 'common'), values.drawWord(field, 'common')),
      }),
    },
    {
      name: `${parameter}: a common and a rare word`,
      make: (values) => ({
        [parameter]: phrase(values.drawWord(field, 'common'), values.drawWord(field, 'rare')),
      }),
    },
    {
      name: `${parameter}: prefix`,
      make: (values) => ({ [parameter]: prefix(values.drawWord(field, 'middling')) }),
    },
    {
      name: `${parameter}: short prefix`,
      make: (values) => ({ [parameter]: prefix(values.drawWord(field, 'rare'), 3) }),
    },
    { name: `${parameter}: misspelt`, make: (values) => ({ [parameter]: values.drawMisspelt(field) }) },
    {
      name: `${parameter}: common word, page 100`,
      page: 100,
      make: (values) => ({ [parameter]: values.drawWord(field, 'common') }),
    },
  ]),
  {
    name: 'whole company name',
    make: ofOne(({ companyWords }) => ({ razao_social: phrase(...companyWords) })),
  },
  { name: 'whole trade name', make: ofOne(({ tradeWords }) => ({ nome_fantasia: phrase(...tradeWords) })) },
  {
    name: 'whole partner name',
    make: ofOne(({ partnerWords }) => ({ socio_nome: phrase(...partnerWords) })),
  },
];

/** Every kind of query, of no filter to five. */
export const QUERY_KINDS: readonly QueryKind[] = [
  ...NO_FILTER,
  ...ONE_VALUE,
  ...DAYS,
  ...WORDS,
  ...COMBINATIONS,
];
