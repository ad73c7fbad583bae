import type * as v from 'valibot';
import type { CommercialCompany, PublicCompany } from '../company.ts';
import type { WireProfile } from '../labels.ts';
import {
  ABROAD,
  AMAZONAS,
  BRAZIL,
  CITY_ABROAD,
  MAKING,
  MANAUS,
  PORTUGAL,
  REGULATING,
  SELLING,
} from './example-codes.ts';

/*
 * The invented companies of the documentation: a test imports their rows and holds the served records to these.
 */

type CommercialExample = v.InferOutput<typeof CommercialCompany>;
type PublicExample = v.InferOutput<typeof PublicCompany>;

/** The day of the data in the examples, YYYY-MM-DD. */
export const EXAMPLE_DAY = '2026-08-08';
const UPDATED_AT = `${EXAMPLE_DAY}T03:00:00.000Z`;
const CHECKED_AT = '2026-08-01T03:00:00.000Z';

/** CNPJs of the documentation: one of digits alone, one with letters, and their roots. */
export const EXAMPLE_CNPJ = {
  numeric: '98765432000198',
  alphanumeric: '12ABC34501DE35',
  root: '98765432',
  branches: ['98765432000198', '98765432000279'],
} as const;

/** The Suframa registration of the first. */
export const EXAMPLE_SUFRAMA = '200123459';

/** A code with its description: an object in the hosted profile, the description in the specification's. */
function coded(profile: WireProfile, id: number, descricao: string) {
  return profile === 'hosted' ? { id, descricao } : descricao;
}

function partnersOf(profile: WireProfile): CommercialExample['socios'] {
  return [
    {
      cpf_cnpj_socio: '***741852**',
      nome: 'HELENA DUARTE CAMPELO',
      tipo: 'Pessoa Física',
      data_entrada: '2014-03-10',
      cpf_representante_legal: '***000000**',
      nome_representante: null,
      faixa_etaria: '41 a 50 anos',
      atualizado_em: UPDATED_AT,
      pais_id: '1058',
      qualificacao_socio: { id: 49, descricao: 'Sócio-Administrador' },
      qualificacao_representante: null,
      pais: BRAZIL,
    },
    {
      cpf_cnpj_socio: '11222333000181',
      nome: 'TEJO CINTILANTE PARTICIPACOES SA',
      tipo: 'Pessoa Jurídica',
      data_entrada: '2019-07-22',
      cpf_representante_legal: '***369258**',
      nome_representante: 'OTAVIO SEIXAS MOURAO',
      faixa_etaria: 'Não se aplica',
      atualizado_em: UPDATED_AT,
      pais_id: '6076',
      qualificacao_socio: { id: 37, descricao: 'Sócio Pessoa Jurídica Domiciliado no Exterior' },
      qualificacao_representante: coded(profile, 17, 'Procurador'),
      pais: PORTUGAL,
    },
  ];
}

function numericExample(profile: WireProfile): CommercialExample {
  return {
    cnpj_raiz: EXAMPLE_CNPJ.root,
    razao_social: 'IGARAPE AZUL COMPONENTES ELETRONICOS LTDA',
    capital_social: '250000.00',
    responsavel_federativo: '',
    atualizado_em: UPDATED_AT,
    porte: { id: '03', descricao: 'Empresa de Pequeno Porte' },
    natureza_juridica: { id: '2062', descricao: 'Sociedade Empresária Limitada' },
    qualificacao_do_responsavel: { id: 49, descricao: 'Sócio-Administrador' },
    socios: partnersOf(profile),
    simples: {
      simples: 'Não',
      data_opcao_simples: '2016-01-01',
      data_exclusao_simples: '2022-12-31',
      mei: 'Não',
      data_opcao_mei: '2014-03-10',
      data_exclusao_mei: '2015-12-31',
      atualizado_em: UPDATED_AT,
    },
    estabelecimento: {
      cnpj: EXAMPLE_CNPJ.numeric,
      cnpj_raiz: EXAMPLE_CNPJ.root,
      cnpj_ordem: '0001',
      cnpj_digito_verificador: '98',
      tipo: 'Matriz',
      nome_fantasia: 'IGARAPE AZUL',
      situacao_cadastral: 'Ativa',
      data_situacao_cadastral: '2014-03-10',
      data_inicio_atividade: '2014-03-10',
      nome_cidade_exterior: null,
      tipo_logradouro: 'AVENIDA',
      logradouro: 'DAS SAMAUMEIRAS',
      numero: '1500',
      complemento: 'GALPAO 3',
      bairro: 'DISTRITO INDUSTRIAL',
      cep: '69075000',
      ddd1: '92',
      telefone1: '30000001',
      ddd2: '92',
      telefone2: '30000002',
      ddd_fax: '92',
      fax: '30000003',
      email: 'contato@igarapeazul.example',
      situacao_especial: null,
      data_situacao_especial: null,
      motivo_situacao_cadastral: null,
      atualizado_em: UPDATED_AT,
      atividade_principal: MAKING,
      atividades_secundarias: [SELLING],
      pais: BRAZIL,
      estado: AMAZONAS,
      cidade: MANAUS,
      inscricoes_estaduais: [
        { inscricao_estadual: '041234567', ativo: true, atualizado_em: CHECKED_AT, estado: AMAZONAS },
      ],
      inscricoes_suframa: [{ inscricao_suframa: EXAMPLE_SUFRAMA, ativo: true, atualizado_em: CHECKED_AT }],
      regimes_tributarios: [
        {
          ano: 2024,
          regime_tributario: 'LUCRO PRESUMIDO',
          forma_de_tributacao: 'LUCRO PRESUMIDO',
          atualizado_em: UPDATED_AT,
        },
      ],
    },
  };
}

function alphanumericExample(profile: WireProfile): CommercialExample {
  return {
    cnpj_raiz: '12ABC345',
    razao_social: 'INSTITUTO NACIONAL DE INTERCAMBIO CULTURAL',
    capital_social: '0.00',
    responsavel_federativo: 'UNIÃO',
    atualizado_em: UPDATED_AT,
    porte: { id: '05', descricao: 'Demais' },
    natureza_juridica: { id: '1104', descricao: 'Autarquia Federal' },
    qualificacao_do_responsavel: { id: 16, descricao: 'Presidente' },
    socios: [],
    simples: null,
    estabelecimento: {
      cnpj: EXAMPLE_CNPJ.alphanumeric,
      cnpj_raiz: '12ABC345',
      cnpj_ordem: '01DE',
      cnpj_digito_verificador: '35',
      tipo: 'Filial',
      nome_fantasia: null,
      situacao_cadastral: 'Baixada',
      data_situacao_cadastral: '2026-07-30',
      data_inicio_atividade: '2026-07-06',
      nome_cidade_exterior: 'LISBOA',
      tipo_logradouro: 'AVENIDA',
      logradouro: 'DA LIBERDADE',
      numero: 'S/N',
      complemento: null,
      bairro: 'SANTO ANTONIO',
      cep: null,
      ddd1: null,
      telefone1: null,
      ddd2: null,
      telefone2: null,
      ddd_fax: null,
      fax: null,
      email: null,
      situacao_especial: 'EM LIQUIDACAO',
      data_situacao_especial: '2026-07-20',
      motivo_situacao_cadastral: coded(profile, 1, 'Extinção por encerramento – liquidação voluntária'),
      atualizado_em: UPDATED_AT,
      atividade_principal: REGULATING,
      atividades_secundarias: [],
      pais: PORTUGAL,
      estado: ABROAD,
      cidade: CITY_ABROAD,
      inscricoes_estaduais: [],
      inscricoes_suframa: [],
      regimes_tributarios: [],
    },
  };
}

/** The two companies as the commercial API answers them. */
export function commercialExamples(profile: WireProfile) {
  return { numerico: numericExample(profile), alfanumerico: alphanumericExample(profile) };
}

/** The commercial record as the public API answers it. */
function publicForm(record: CommercialExample): PublicExample {
  const { inscricoes_suframa: _, regimes_tributarios: __, ...estabelecimento } = record.estabelecimento;
  const [year, month, day] = EXAMPLE_DAY.split('-');
  const { cnpj_raiz, razao_social, ...rest } = record;
  return {
    cnpj_raiz,
    razao_social,
    observacao: `Dados da Receita Federal extraídos em ${day}/${month}/${year}; podem estar até 45 dias atrás dos que a Receita tem hoje.`,
    ...rest,
    estabelecimento,
  };
}

/** The two companies as the public API answers them. */
export function publicExamples(profile: WireProfile) {
  const { numerico, alfanumerico } = commercialExamples(profile);
  return { numerico: publicForm(numerico), alfanumerico: publicForm(alfanumerico) };
}
