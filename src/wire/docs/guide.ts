import { STATUS_LABELS } from '../labels.ts';
import type { DocsSettings } from './settings.ts';

/** A number as people in Brazil write it. */
function figure(number: number): string {
  return number.toLocaleString('pt-BR');
}

function perMonth(limit: number): string {
  return limit > 0 ? figure(limit) : 'sem limite';
}

const PROFILES = {
  spec: 'O perfil em vigor é `spec`: as respostas têm a forma da especificação. `motivo_situacao_cadastral` e `qualificacao_representante` são textos, e o porte usa os códigos `01`, `02`, `03` e `05`.',
  hosted:
    'O perfil em vigor é `hosted`: as respostas têm a forma do serviço hospedado. `motivo_situacao_cadastral` e `qualificacao_representante` são objetos com `id` e `descricao`, e o porte usa os códigos da Receita Federal: `00`, `01`, `03` e `05`.',
} as const;

/** The title of the document. */
export const TITLE = 'Cadastro de empresas por CNPJ';

/** What the document is, in one sentence. */
export const SUMMARY =
  'Consulta, lista e pesquisa de empresas brasileiras, a partir dos dados abertos da Receita Federal.';

/** What the two base addresses are. */
export const SERVER_TEXTS = {
  public: 'API pública: consulta de CNPJ, sem token',
  commercial: 'API comercial: com token',
  both: 'API pública e API comercial',
} as const;

/** The three places of a token. */
export const TOKEN_TEXTS = {
  header: 'O token no cabeçalho `x_api_token`. É a forma preferida.',
  query:
    'O token no parâmetro `token` do endereço. Prefira um cabeçalho: endereços costumam ficar em registros e históricos.',
  bearer: 'O token no cabeçalho `Authorization`, depois da palavra `Bearer`.',
} as const;

/** The text before all operations, in Markdown. */
export function guideText(settings: DocsSettings): string {
  const labels = Object.values(STATUS_LABELS).map((label) => `\`${label}\``);
  return `${SUMMARY}

Todas as respostas vêm da base deste serviço, que é refeita a cada publicação da Receita Federal; entre uma publicação e outra, os dados ficam até 45 dias atrás da situação de hoje. \`GET /status\` diz de que dia são os dados. As respostas são sempre JSON em UTF-8.

Para consultar uma empresa sem escrever um programa, use a [página inicial](./).

## Dois endereços

- **API pública**, para qualquer um, até ${figure(settings.publicPerMinute)} consultas por minuto: \`${settings.publicBaseUrl}\`
- **API comercial**, para assinantes, com token: \`${settings.commercialBaseUrl}\`

A versão deste serviço é a ${settings.version}. Não há versão nos endereços.

## O CNPJ

O CNPJ tem 14 caracteres: 8 da raiz, que é da empresa; 4 da ordem, que é do estabelecimento; e 2 dígitos verificadores. Envie-o sempre **sem pontuação**.

Desde julho de 2026 há CNPJs com letras nas 12 primeiras posições, como \`12ABC34501DE35\`. Trate o CNPJ como **texto**, nunca como número: os zeros à esquerda fazem parte dele. Letras são aceitas em maiúsculas ou minúsculas e sempre respondidas em maiúsculas.

A situação cadastral é uma destas: ${labels.join(', ')}.

## Token

A API comercial pede um token, que o assinante recebe por e-mail. Ele pode vir em qualquer destes três lugares, em todas as operações:

1. no cabeçalho \`x_api_token\`;
2. no parâmetro \`token\` do endereço;
3. no cabeçalho \`Authorization\`, na forma \`Bearer SEU_TOKEN\`.

Se vier em mais de um lugar, tem de ser o mesmo. Depois de ${figure(settings.strangerFailuresPerMinute)} falhas em um minuto, o endereço de rede que as causou tem de esperar o minuto acabar.

## Limites

| Quem | Por minuto | Por mês |
| --- | --- | --- |
| Qualquer um, por endereço de rede | ${figure(settings.publicPerMinute)} | sem limite |
| Plano Básico | ${figure(settings.basicoPerMinute)} | ${perMonth(settings.basicoPerMonth)} |
| Plano Premium | ${figure(settings.premiumPerMinute)} | ${perMonth(settings.premiumPerMonth)} |

Toda consulta conta, seja qual for a resposta, menos as recusadas por token ou plano (401 e 403). Os cabeçalhos \`RateLimit-Policy\` e \`RateLimit\` dizem o limite e o que resta dele. Além do limite, a resposta é 429, e \`Retry-After\` diz quantos segundos esperar. A pesquisa é só do plano Premium.

## Erros

Todo erro tem o mesmo corpo: \`status\`, \`titulo\`, \`detalhes\` e \`validacao\`, que aponta os campos com problema. Uma resposta 200 nunca tem \`status\` na raiz.

| Código | Título | Quando |
| --- | --- | --- |
| 400 | Requisição inválida | um CNPJ, um filtro, uma página ou um corpo com problema |
| 401 | Não autorizado | token ausente, desconhecido, revogado ou expirado |
| 403 | Acesso negado | o plano não inclui a operação |
| 404 | Não encontrado | o que se pede é válido, mas não está na base; ou o endereço não existe |
| 405 | Método não permitido | o endereço existe, com outro método |
| 413 | Requisição muito grande | um corpo além de ${figure(settings.bodyLimitBytes)} bytes |
| 429 | Excesso de pedidos | além de um limite |
| 500 | Erro interno | uma falha do serviço, com um código para informar |
| 503 | Serviço indisponível | ainda não há base de dados no ar, o vocabulário da pesquisa ainda carrega, ou há consultas demais em andamento; \`Retry-After\` diz quando tentar de novo |

As condições são verificadas nesta ordem: endereço e método, falhas demais, token, plano, limite e, por fim, os valores enviados.

## Cache e navegadores

As consultas de CNPJ trazem um \`ETag\`. Reenvie-o em \`If-None-Match\` e, se nada mudou, a resposta é 304, sem corpo. A API pode ser chamada de páginas na web: \`Access-Control-Allow-Origin\` é sempre \`*\`. Todo endereço que aceita GET aceita também HEAD.

## Perfil das respostas

${PROFILES[settings.profile]}
`;
}
