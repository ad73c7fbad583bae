import type * as v from 'valibot';
import { BRANCH_FILTERS, SEARCH_AVAILABLE } from '../filters.ts';
import type { List } from '../list.ts';
import type { Status } from '../status.ts';
import type { SuframaQuestion, SuframaRegistration } from '../suframa.ts';
import type { Consumption } from '../usage.ts';
import {
  commercialExamples,
  EXAMPLE_CNPJ,
  EXAMPLE_DAY,
  EXAMPLE_SUFRAMA,
  publicExamples,
} from './example-company.ts';
import type { DocsSettings } from './settings.ts';

/** A value of the documentation with what it shows. */
export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** Examples by their names. */
export type Examples = Readonly<Record<string, Example>>;

const BRANCHES: v.InferOutput<typeof List> = {
  data: [...EXAMPLE_CNPJ.branches],
  paginacao: { limite: 20, pagina: 1, paginas: 1, total: 2 },
  ordenacao: [],
  filtros_disponiveis: [...BRANCH_FILTERS],
  filtros_aplicados: {},
};

const FOUND: v.InferOutput<typeof List> = {
  data: [EXAMPLE_CNPJ.numeric],
  paginacao: { limite: 20, pagina: 1, paginas: 1, total: 1 },
  ordenacao: [],
  filtros_disponiveis: [...SEARCH_AVAILABLE],
  filtros_aplicados: { cidade_id: '1302603', razao_social: 'IGARAPE AZUL', situacao_cadastral: 'Ativa' },
};

const NOTHING: v.InferOutput<typeof List> = {
  data: [],
  paginacao: { limite: 20, pagina: 1, paginas: 0, total: 0 },
  ordenacao: [],
  filtros_disponiveis: [...SEARCH_AVAILABLE],
  filtros_aplicados: { razao_social: 'IGARAPE AZUL', situacao_cadastral: 'Baixada' },
};

const QUESTION: v.InferInput<typeof SuframaQuestion> = {
  cnpj: EXAMPLE_CNPJ.numeric,
  inscricao: EXAMPLE_SUFRAMA,
};

const REGISTRATION: v.InferOutput<typeof SuframaRegistration> = {
  cnpj_raiz: EXAMPLE_CNPJ.root,
  cnpj: EXAMPLE_CNPJ.numeric,
  inscricao_suframa: EXAMPLE_SUFRAMA,
  ativo: true,
  atualizado_em: '2026-08-01T03:00:00.000Z',
};

const USAGE: v.InferOutput<typeof Consumption> = {
  data: [
    {
      mes: 11,
      ano: 2026,
      quantidade: 1834,
      consultas_serpro: 0,
      data_inicio: '2026-11-01',
      data_fim: '2026-11-30',
      atualizado_em: '2026-11-21T12:28:25.000Z',
      cnpjws_usuario_id: 7,
    },
  ],
  filtros_disponiveis: ['ano', 'mes'],
  filtros_aplicados: { ano: '2026', mes: '11' },
  ordenacao: [],
};

function statusExample({ profile, version }: DocsSettings): v.InferOutput<typeof Status> {
  return {
    versao: version,
    perfil: profile,
    base: {
      data_extracao: EXAMPLE_DAY,
      importada_em: '2026-08-15T05:12:44.120Z',
      dias_de_defasagem: 12,
      atrasada: false,
      registros: {
        empresas: 68612340,
        estabelecimentos: 71834901,
        socios: 27811022,
        simples: 49002187,
        regimes_tributarios: 1320455,
        inscricoes_suframa: 9120,
        inscricoes_estaduais: 0,
      },
      cobertura: { estados: [], atividades: [], situacoes: [] },
    },
    ultima_falha: {
      em: '2026-08-20T05:03:10.000Z',
      mensagem: 'Os arquivos da Receita Federal não puderam ser baixados.',
    },
  };
}

/** What each operation answers when all is well, by the operation's name. */
export function answerExamples(settings: DocsSettings) {
  const { profile } = settings;
  const open = publicExamples(profile);
  const full = commercialExamples(profile);
  return {
    consultarCnpj: {
      numerico: { summary: 'CNPJ só de dígitos', value: open.numerico },
      alfanumerico: { summary: 'CNPJ com letras, no exterior', value: open.alfanumerico },
    },
    consultarCnpjComercial: {
      numerico: { summary: 'CNPJ só de dígitos', value: full.numerico },
      alfanumerico: { summary: 'CNPJ com letras, no exterior', value: full.alfanumerico },
    },
    listarCnpjsDaRaiz: { estabelecimentos: { summary: 'Uma matriz e uma filial', value: BRANCHES } },
    pesquisarEmpresas: {
      encontrada: { summary: 'Uma empresa encontrada', value: FOUND },
      nenhuma: { summary: 'Nada encontrado', value: NOTHING },
    },
    validarSuframa: { valida: { summary: 'Inscrição ativa', value: REGISTRATION } },
    consultarConsumo: { mes: { summary: 'Um mês', value: USAGE } },
    consultarSituacao: { 'no-ar': { summary: 'Com uma base no ar', value: statusExample(settings) } },
    verificarVida: { vivo: { summary: 'No ar', value: { vivo: true } } },
    verificarProntidao: { pronto: { summary: 'Pronto', value: { pronto: true } } },
  } as const satisfies Readonly<Record<string, Examples>>;
}

/** The name of an operation. */
export type OperationName = keyof ReturnType<typeof answerExamples>;

/** What POST /suframa may be asked. */
export const QUESTION_EXAMPLES: Examples = {
  inscricao: { summary: 'Validar uma inscrição', value: QUESTION },
};
