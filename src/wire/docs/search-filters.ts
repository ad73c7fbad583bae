import { STATUS_LABELS, type WireProfile } from '../labels.ts';
import type { DocsText } from './note.ts';

/** A filter of the search as the documentation shows it. */
export interface FilterNote {
  readonly about: DocsText;
  /** The form of its values as a regular expression, where it has one. */
  readonly pattern?: string;
  /** The form is a day, YYYY-MM-DD. */
  readonly isDay?: boolean;
  readonly example: Readonly<Record<WireProfile, string>> | string;
}

const NAME_FORM =
  'Todas as palavras informadas têm de estar no nome, em qualquer ordem; acentos e maiúsculas não contam. Uma palavra pode terminar em asterisco depois de três letras ou mais, como `PETRO*`; uma que não existe é trocada pela grafia mais próxima, e um número de 11 dígitos é deixado de fora: `filtros_aplicados` diz o que foi procurado. Até 10 palavras.';

const FORMS = {
  cnpj: '^[0-9A-Za-z]{12}[0-9]{2}$',
  root: '^[0-9A-Za-z]{8}$',
  activity: '^[0-9]{7}$',
  fourDigits: '^[0-9]{4}$',
  countryId: '^[0-9]{1,4}$',
  state: '^[0-9]{2}$',
  city: '^[0-9]{7}$',
  cep: '^[0-9]{8}$',
} as const;

/** The filters of the search by their names, in the specification's order. */
export const FILTER_NOTES = {
  atividade_principal_id: {
    about: 'Código da atividade principal (CNAE): 7 dígitos, sem pontuação.',
    pattern: FORMS.activity,
    example: '2610800',
  },
  atividade_secundaria_id: {
    about: 'Código de uma atividade secundária (CNAE): 7 dígitos, sem pontuação.',
    pattern: FORMS.activity,
    example: '4751201',
  },
  atividade_id: {
    about: 'Código de uma atividade (CNAE), seja ela a principal ou uma secundária.',
    pattern: FORMS.activity,
    example: '2610800',
  },
  natureza_juridica_id: {
    about: 'Código da natureza jurídica: 4 dígitos, sem hífen.',
    pattern: FORMS.fourDigits,
    example: '2062',
  },
  razao_social: { about: `Palavras da razão social. ${NAME_FORM}`, example: 'igarape azul' },
  nome_fantasia: { about: `Palavras do nome fantasia. ${NAME_FORM}`, example: 'igarape azul' },
  pais_id: {
    about: 'Código do país no Banco Central, com ou sem zeros à esquerda. O Brasil é `1058`.',
    pattern: FORMS.countryId,
    example: '1058',
  },
  estado_id: {
    about: 'Código do estado no IBGE: 2 dígitos. O exterior é `99`.',
    pattern: FORMS.state,
    example: '13',
  },
  cidade_id: {
    about: 'Código do município no IBGE: 7 dígitos. O exterior é `9999999`.',
    pattern: FORMS.city,
    example: '1302603',
  },
  cep: { about: 'CEP: 8 dígitos, sem hífen.', pattern: FORMS.cep, example: '69075000' },
  situacao_cadastral: {
    about: `Situação cadastral: ${Object.values(STATUS_LABELS)
      .map((label) => `\`${label}\``)
      .join(
        ', ',
      )}. Aceita também os nomes em inglês (\`Active\`, \`Closed\`, \`Inactive\`, \`Null\`, \`Suspended\`) e o código da Receita Federal, em maiúsculas ou minúsculas.`,
    example: 'Ativa',
  },
  data_situacao_cadastral_de: {
    about: 'Situação cadastral em vigor desde este dia ou depois.',
    isDay: true,
    example: '2014-01-01',
  },
  data_situacao_cadastral_ate: {
    about: 'Situação cadastral em vigor desde este dia ou antes.',
    isDay: true,
    example: '2014-12-31',
  },
  porte_id: {
    about: {
      spec: 'Porte: `01` Não informado, `02` Micro Empresa, `03` Empresa de Pequeno Porte, `05` Demais.',
      hosted:
        'Porte, pelos códigos da Receita Federal: `00` Não informado, `01` Micro Empresa, `03` Empresa de Pequeno Porte, `05` Demais.',
    },
    pattern: '^[0-9]{2}$',
    example: '03',
  },
  socio_nome: {
    about: `Palavras do nome de um sócio, todas do mesmo sócio. ${NAME_FORM}`,
    example: 'helena campelo',
  },
  data_inicio_atividade_de: {
    about: 'Atividade iniciada neste dia ou depois.',
    isDay: true,
    example: '2014-01-01',
  },
  data_inicio_atividade_ate: {
    about: 'Atividade iniciada neste dia ou antes.',
    isDay: true,
    example: '2014-12-31',
  },
  cnpj: { about: 'Um CNPJ completo, sem pontuação.', pattern: FORMS.cnpj, example: '98765432000198' },
  cnpj_raiz: { about: 'Uma raiz de CNPJ, sem pontuação.', pattern: FORMS.root, example: '98765432' },
} as const satisfies Readonly<Record<string, FilterNote>>;

/** The name of a filter of the search. */
export type FilterName = keyof typeof FILTER_NOTES;
