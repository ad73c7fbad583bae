import * as v from 'valibot';
import { ErrorBody, SuframaErrorBody } from '../error.ts';
import { List } from '../list.ts';
import { Activity, City, Coded, Country, Qualification, State } from '../shared.ts';
import { Status } from '../status.ts';
import { SuframaQuestion, SuframaRegistration } from '../suframa.ts';
import { Consumption } from '../usage.ts';
import { noteSchema } from './note.ts';

const ERROR = {
  status: 'O código HTTP da resposta, repetido no corpo.',
  titulo: 'O tipo do erro, em poucas palavras: sempre o mesmo para cada código HTTP.',
  detalhes: 'O que aconteceu e o que fazer, em uma ou duas frases.',
  validacao: 'Os campos com problema, um por texto, no formato `campo: problema`. Vazio quando não é o caso.',
} as const;

/** Codes with what they mean, by the name each schema has in the document. */
export const REFERENCE_NOTES = {
  Codigo: noteSchema(Coded, 'Um código com a sua descrição.', {
    id: 'Código.',
    descricao: 'Descrição do código.',
  }),
  Qualificacao: noteSchema(Qualification, 'Um código numérico com a sua descrição.', {
    id: 'Código na tabela da Receita Federal.',
    descricao: 'Descrição do código.',
  }),
  Atividade: noteSchema(Activity, 'Atividade econômica (CNAE 2.3) e o seu lugar na classificação.', {
    id: 'Código da subclasse: 7 dígitos, sem pontuação.',
    secao: 'Letra da seção. `null` para a atividade não informada.',
    divisao: 'Divisão: os 2 primeiros dígitos.',
    grupo: 'Grupo.',
    classe: 'Classe.',
    subclasse: 'Subclasse: o código com pontuação.',
    descricao: 'Descrição da subclasse.',
  }),
  Pais: noteSchema(Country, 'País. De um código que tabela nenhuma conhece, só os códigos.', {
    id: 'Código do Banco Central: quatro dígitos, o último verificador. É o que o filtro `pais_id` recebe.',
    iso2: 'Código ISO 3166-1 de duas letras.',
    iso3: 'Código ISO 3166-1 de três letras.',
    nome: 'Nome do país.',
    comex_id: 'Código de três dígitos da tabela de comércio exterior, que a Receita Federal usa.',
  }),
  Estado: noteSchema(State, 'Estado, ou `EX` para o exterior.', {
    id: 'Número de ordem da sigla, de A a Z. Não é o código do IBGE.',
    nome: 'Nome do estado.',
    sigla: 'Sigla de duas letras.',
    ibge_id: 'Código do IBGE: dois dígitos. É o que o filtro `estado_id` recebe.',
  }),
  Cidade: noteSchema(City, 'Município.', {
    id: 'Número de ordem do município, pelo código do estado e depois pelo nome. Não é o código do IBGE.',
    nome: 'Nome do município.',
    ibge_id: 'Código do IBGE: sete dígitos. É o que o filtro `cidade_id` recebe.',
    siafi_id: 'Código de quatro dígitos que a Receita Federal usa (SIAFI, ou TOM).',
  }),
} as const;

/** The answers that are no company record, by the name each schema has in the document. */
export const ANSWER_NOTES = {
  Lista: noteSchema(List, 'Uma página de CNPJs, com o total exato do que foi encontrado.', {
    data: 'CNPJs desta página, em ordem crescente.',
    paginacao: 'Onde esta página fica no resultado.',
    ordenacao: 'Ordenações aplicadas: sempre vazio, porque a ordem é sempre a dos CNPJs.',
    filtros_disponiveis: 'Nomes de filtros que este endereço aceita.',
    filtros_aplicados: 'Filtros desta consulta, por nome, com o valor na forma em que foi aplicado.',
  }),
  Paginacao: noteSchema(List.entries.paginacao, 'Página atual e tamanho do resultado.', {
    limite: 'CNPJs por página.',
    pagina: 'Número desta página, a partir de 1.',
    paginas: 'Total de páginas; 0 quando nada foi encontrado.',
    total: 'Total de CNPJs encontrados, exato.',
  }),
  PerguntaSuframa: noteSchema(SuframaQuestion, 'O que se pergunta na validação de uma inscrição Suframa.', {
    cnpj: 'CNPJ do estabelecimento: 14 caracteres, sem pontuação.',
    inscricao: 'Número da inscrição na Suframa: de 1 a 20 dígitos, como texto, com pontuação ou sem.',
  }),
  RegistroSuframa: noteSchema(SuframaRegistration, 'A inscrição na Suframa que foi validada.', {
    cnpj_raiz: 'Raiz do CNPJ.',
    cnpj: 'CNPJ do estabelecimento.',
    inscricao_suframa: 'Número da inscrição na Suframa.',
    ativo: 'Se a inscrição está ativa.',
    atualizado_em: 'Momento em que a inscrição foi conferida pela última vez.',
  }),
  Consumo: noteSchema(Consumption, 'Consultas do assinante, mês a mês.', {
    data: 'Um item por mês, do mais antigo ao mais recente. O mês corrente está sempre presente, a menos que um filtro o exclua.',
    filtros_disponiveis: 'Nomes dos filtros aceitos.',
    filtros_aplicados: 'Filtros desta consulta, por nome.',
    ordenacao: 'Sempre vazio.',
  }),
  ConsumoDoMes: noteSchema(Consumption.entries.data.item, 'Consultas de um mês.', {
    mes: 'Mês, de 1 a 12.',
    ano: 'Ano.',
    quantidade: 'Consultas contadas no mês.',
    consultas_serpro: 'Sempre 0: nenhuma consulta é feita ao Serpro.',
    data_inicio: 'Primeiro dia do mês.',
    data_fim: 'Último dia do mês.',
    atualizado_em: 'Momento da contagem.',
    cnpjws_usuario_id: 'Número do assinante.',
  }),
  Situacao: noteSchema(Status, 'O que está no ar: versão, perfil e base de dados.', {
    versao: 'Versão do serviço.',
    perfil: 'Perfil das respostas em vigor: `spec` ou `hosted`.',
    base: 'A base de dados em uso. `null` enquanto não há nenhuma.',
    ultima_falha: 'A última importação, se falhou. `null` se correu bem.',
  }),
  Falha: noteSchema(
    Status.entries.ultima_falha.wrapped,
    'Uma importação que falhou; a base anterior continua no ar.',
    {
      em: 'Momento da falha.',
      mensagem: 'O que falhou, em uma frase.',
    },
  ),
  Base: noteSchema(Status.entries.base.wrapped, 'A base de dados em uso.', {
    data_extracao: 'Dia em que a Receita Federal extraiu os dados.',
    importada_em: 'Momento em que a base foi importada.',
    dias_de_defasagem: 'Dias desde a extração.',
    atrasada: 'Se a defasagem passa de 45 dias.',
    registros: 'Quantidade de registros, por tipo.',
    cobertura: 'O recorte da base. Uma lista vazia significa que não há recorte.',
  }),
  Cobertura: noteSchema(
    Status.entries.base.wrapped.entries.cobertura,
    'O recorte da base, quando ela não cobre o Brasil inteiro.',
    {
      estados: 'Siglas dos estados incluídos.',
      atividades: 'Códigos de CNAE incluídos, ou os seus primeiros dígitos.',
      situacoes: 'Situações cadastrais incluídas.',
    },
  ),
  Vida: noteSchema(v.strictObject({ vivo: v.literal(true) }), 'O processo atende.', {
    vivo: 'Sempre `true`.',
  }),
  Prontidao: noteSchema(v.strictObject({ pronto: v.literal(true) }), 'Há uma base de dados no ar.', {
    pronto: 'Sempre `true`: enquanto não há base, a resposta é um erro 503.',
  }),
  Erro: noteSchema(ErrorBody, 'O corpo de todo erro.', ERROR),
  ErroSuframa: noteSchema(
    SuframaErrorBody,
    'O corpo dos erros da validação de inscrição Suframa: o de todo erro e mais três campos.',
    {
      ...ERROR,
      statusCode: 'O mesmo que `status`.',
      message: 'O mesmo que `detalhes`.',
      error: 'O nome do código no padrão HTTP, em inglês.',
    },
  ),
} as const;
