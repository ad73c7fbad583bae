import { CommercialCompany, PublicCompany, Simples } from '../company.ts';
import {
  CommercialEstablishment,
  PublicEstablishment,
  RecordSuframa,
  StateRegistration,
  TaxRegime,
} from '../establishment.ts';
import { Partner } from '../partner.ts';
import { noteSchema } from './note.ts';

const UPDATED = 'Momento dos dados: a meia-noite, em Brasília, do dia da extração da Receita Federal.';

const COMPANY = {
  cnpj_raiz: 'Raiz do CNPJ: os 8 primeiros caracteres, os mesmos em todos os estabelecimentos da empresa.',
  razao_social: 'Razão social, como a Receita Federal a publica.',
  capital_social:
    'Capital social em reais, escrito como texto com ponto e duas casas decimais, para que nenhum centavo se perca. `null` quando a fonte não traz um número.',
  responsavel_federativo:
    'Ente federativo responsável, nos órgãos públicos. Texto vazio nas demais empresas.',
  atualizado_em: UPDATED,
  porte: {
    spec: 'Porte da empresa: `01` Não informado, `02` Micro Empresa, `03` Empresa de Pequeno Porte ou `05` Demais.',
    hosted:
      'Porte da empresa, com os códigos da Receita Federal: `00` Não informado, `01` Micro Empresa, `03` Empresa de Pequeno Porte ou `05` Demais.',
  },
  natureza_juridica: 'Natureza jurídica; o código tem quatro dígitos, sem hífen.',
  qualificacao_do_responsavel: 'Qualificação da pessoa responsável pela empresa perante a Receita Federal.',
  socios: 'Quadro de sócios e administradores, pela data de entrada e depois pelo nome.',
  simples: 'Opções pelo Simples Nacional e pelo MEI. `null` quando a empresa não tem esse registro.',
} as const;

const ESTABLISHMENT = {
  cnpj: 'CNPJ completo, com 14 caracteres e sem pontuação. Pode ter letras maiúsculas nas 12 primeiras posições.',
  cnpj_raiz: 'Raiz do CNPJ: os 8 primeiros caracteres.',
  cnpj_ordem: 'Ordem do estabelecimento na empresa: os 4 caracteres depois da raiz.',
  cnpj_digito_verificador: 'Os 2 dígitos verificadores, sempre numéricos.',
  tipo: 'Se o estabelecimento é a matriz ou uma filial.',
  nome_fantasia: 'Nome fantasia.',
  situacao_cadastral:
    'Situação cadastral perante a Receita Federal. `null` quando o código da fonte é desconhecido.',
  data_situacao_cadastral: 'Dia em que a situação cadastral passou a valer.',
  data_inicio_atividade: 'Dia em que a atividade começou.',
  nome_cidade_exterior: 'Nome da cidade, quando o estabelecimento fica fora do Brasil.',
  tipo_logradouro: 'Tipo do logradouro: rua, avenida, praça…',
  logradouro: 'Nome do logradouro.',
  numero: 'Número no logradouro, ou `S/N`.',
  complemento: 'Complemento do endereço.',
  bairro: 'Bairro ou distrito.',
  cep: 'CEP: 8 dígitos, sem hífen.',
  ddd1: 'DDD do primeiro telefone.',
  telefone1: 'Primeiro telefone, sem o DDD.',
  ddd2: 'DDD do segundo telefone.',
  telefone2: 'Segundo telefone, sem o DDD.',
  ddd_fax: 'DDD do fax.',
  fax: 'Fax, sem o DDD.',
  email: 'Endereço de e-mail, em letras minúsculas.',
  situacao_especial: 'Situação especial, como falência ou liquidação.',
  data_situacao_especial: 'Dia em que a situação especial começou.',
  motivo_situacao_cadastral: {
    spec: 'Motivo da situação cadastral, por extenso. `null` quando não há motivo.',
    hosted: 'Motivo da situação cadastral, com código e descrição. `null` quando não há motivo.',
  },
  atualizado_em: UPDATED,
  atividade_principal: 'Atividade econômica principal.',
  atividades_secundarias: 'Atividades econômicas secundárias, na ordem em que a Receita Federal as publica.',
  pais: 'País do estabelecimento. `null` no exterior, quando a fonte não o informa.',
  estado: 'Estado do estabelecimento; no exterior, `EX`.',
  cidade: 'Município do estabelecimento; no exterior, `Exterior`.',
  inscricoes_estaduais: 'Inscrições estaduais, pela sigla do estado e depois pelo número.',
} as const;

/** The company record and all that hangs on it, by the name each schema has in the document. */
export const RECORD_NOTES = {
  EmpresaPublica: noteSchema(
    PublicCompany,
    'Cadastro completo de um CNPJ na API pública: a empresa, os sócios e o estabelecimento.',
    {
      ...COMPANY,
      observacao: 'Aviso com a data da extração dos dados e a defasagem possível.',
      estabelecimento: 'O estabelecimento de que é o CNPJ consultado.',
    },
  ),
  EmpresaComercial: noteSchema(
    CommercialCompany,
    'Cadastro completo de um CNPJ na API comercial: o mesmo da API pública, com as inscrições na Suframa e os regimes tributários no estabelecimento, e sem a observação.',
    { ...COMPANY, estabelecimento: 'O estabelecimento de que é o CNPJ consultado.' },
  ),
  Socio: noteSchema(Partner, 'Sócio ou administrador da empresa.', {
    cpf_cnpj_socio:
      'CPF mascarado do sócio, como a Receita Federal o publica; o CNPJ inteiro, quando o sócio é uma empresa. `null` para estrangeiros sem documento.',
    nome: 'Nome ou razão social do sócio.',
    tipo: 'Se o sócio é pessoa física, pessoa jurídica ou estrangeiro. `null` quando o código da fonte é desconhecido.',
    data_entrada: 'Dia em que o sócio entrou na sociedade.',
    cpf_representante_legal:
      'CPF mascarado do representante legal; `***000000**` quando não há representante.',
    nome_representante: 'Nome do representante legal.',
    faixa_etaria: 'Faixa etária do sócio.',
    atualizado_em: UPDATED,
    pais_id: 'Código do país do sócio no Banco Central, com quatro dígitos: o mesmo de `pais.id`.',
    qualificacao_socio: 'Qualificação do sócio na sociedade.',
    qualificacao_representante: {
      spec: 'Qualificação do representante legal, por extenso. `null` quando não há representante.',
      hosted:
        'Qualificação do representante legal, com código e descrição. `null` quando não há representante.',
    },
    pais: 'País do sócio; o Brasil, quando a fonte não o informa.',
  }),
  Simples: noteSchema(Simples, 'Opções da empresa pelo Simples Nacional e pelo MEI.', {
    simples: 'Se a empresa é optante pelo Simples Nacional.',
    data_opcao_simples: 'Dia da opção pelo Simples Nacional.',
    data_exclusao_simples: 'Dia da exclusão do Simples Nacional.',
    mei: 'Se a empresa é optante pelo MEI (Simei).',
    data_opcao_mei: 'Dia da opção pelo MEI.',
    data_exclusao_mei: 'Dia da exclusão do MEI.',
    atualizado_em: UPDATED,
  }),
  EstabelecimentoPublico: noteSchema(
    PublicEstablishment,
    'Estabelecimento como a API pública o mostra.',
    ESTABLISHMENT,
  ),
  EstabelecimentoComercial: noteSchema(
    CommercialEstablishment,
    'Estabelecimento como a API comercial o mostra.',
    {
      ...ESTABLISHMENT,
      inscricoes_suframa: 'Inscrições na Suframa (Zona Franca de Manaus), pelo número.',
      regimes_tributarios: 'Regimes de tributação informados à Receita Federal, por ano e depois pela forma.',
    },
  ),
  InscricaoEstadual: noteSchema(StateRegistration, 'Inscrição do estabelecimento na fazenda de um estado.', {
    inscricao_estadual: 'Número da inscrição estadual, como foi publicado.',
    ativo: 'Se a inscrição está ativa.',
    atualizado_em: 'Momento em que a inscrição foi conferida pela última vez.',
    estado: 'Estado em que vale a inscrição.',
  }),
  InscricaoSuframa: noteSchema(RecordSuframa, 'Inscrição do estabelecimento na Suframa.', {
    inscricao_suframa: 'Número da inscrição na Suframa, como foi publicado.',
    ativo: 'Se a inscrição está ativa.',
    atualizado_em: 'Momento em que a inscrição foi conferida pela última vez.',
  }),
  RegimeTributario: noteSchema(TaxRegime, 'Regime de tributação do estabelecimento em um ano.', {
    ano: 'Ano a que o regime se refere.',
    regime_tributario: 'Regime: `LUCRO REAL`, `LUCRO PRESUMIDO`, `LUCRO ARBITRADO` ou `IMUNE OU ISENTA`.',
    forma_de_tributacao: 'Forma de tributação, como a Receita Federal a publica.',
    atualizado_em: UPDATED,
  }),
} as const;
