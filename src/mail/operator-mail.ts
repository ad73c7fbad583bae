import { copyBlock, factTable, htmlLetter, paragraph } from './html.ts';
import type { Mail } from './send.ts';

/** What the operator is told when the nightly job has failed. */
export type FailureNews = {
  /** OPERATOR_EMAIL. */
  readonly email: string;
  /** The machine on which it happened, as its operator knows it. */
  readonly host: string;
  /** When it failed, epoch milliseconds. */
  readonly failedAtMs: number;
  /** The month that was to be imported, `YYYY-MM`, if it was known. */
  readonly month: string | undefined;
  /** What went wrong and what to do, as the log has it. */
  readonly message: string;
  /** The date of the data that goes on serving, `YYYY-MM-DD`; absent when nothing is being served. */
  readonly servingDate: string | undefined;
};

const MOMENT = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The longest message that is carried, in characters; the log has the rest. */
const MESSAGE_LENGTH = 4_000;

/** The letter that tells the operator of a failed nightly job, in plain text and HTML. */
export function composeFailureMail(news: FailureNews): Mail {
  const month = news.month?.split('-').toReversed().join('/');
  const subject = month ? `Falha na atualização do CNPJ (${month})` : 'Falha na atualização do CNPJ';
  const consequence = news.servingDate
    ? `Os dados de ${news.servingDate.split('-').toReversed().join('/')} continuam no ar, e as consultas não foram interrompidas.`
    : 'Nenhum cadastro está no ar: as consultas recebem a resposta 503 até que uma importação termine bem.';
  const facts = [
    ['Quando', `${MOMENT.format(news.failedAtMs)} (horário de Brasília)`],
    ['Máquina', news.host],
    ['Mês dos dados', month ?? 'não determinado'],
  ] as const;
  const cause = 'O programa relatou, em inglês, o que houve e o que fazer:';
  const message = news.message.slice(0, MESSAGE_LENGTH);
  const retry = 'A próxima execução agendada tentará de novo; para não esperar, execute o comando import.';
  return {
    to: news.email,
    subject,
    text: [
      'A atualização noturna do cadastro falhou.',
      consequence,
      facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
      cause,
      message,
      retry,
      '',
    ].join('\n\n'),
    html: htmlLetter(subject, [
      paragraph('A atualização noturna do cadastro falhou.'),
      paragraph(consequence),
      factTable(facts),
      paragraph(cause),
      copyBlock(message),
      paragraph(retry),
    ]),
  };
}
