import * as v from 'valibot';
import { refuseProblems } from './list.ts';
import { readQuery } from './query.ts';
import { Day, Timestamp } from './shared.ts';

const integer = v.pipe(v.number(), v.integer());

/** The answer of `GET /consumo`: a subscriber's queries by month. */
export const Consumption = v.strictObject({
  data: v.array(
    v.strictObject({
      mes: integer,
      ano: integer,
      quantidade: integer,
      consultas_serpro: integer,
      data_inicio: Day,
      data_fim: Day,
      atualizado_em: Timestamp,
      cnpjws_usuario_id: integer,
    }),
  ),
  filtros_disponiveis: v.array(v.string()),
  filtros_aplicados: v.record(v.string(), v.string()),
  ordenacao: v.array(v.never()),
});

const FILTERS = ['ano', 'mes'] as const;

/** The year and month that a request for usage asks for; both may be absent. */
export interface UsageQuestion {
  readonly year: number | undefined;
  readonly month: number | undefined;
}

/** Reads the parameters of `GET /consumo`. Throws a 400 that names each bad one. */
export function parseUsageQuestion(url: string): UsageQuestion {
  const query = readQuery(url, FILTERS);
  const problems: string[] = [];
  // Clients send both names, and nothing behind the one that they do not ask for.
  const year = query.get('ano') || undefined;
  if (year !== undefined && !/^20\d{2}$/.test(year)) problems.push('ano: deve ser um ano de 2000 a 2099');
  const month = query.get('mes') || undefined;
  if (month !== undefined && !/^(0?[1-9]|1[0-2])$/.test(month))
    problems.push('mes: deve ser um número de 1 a 12');
  refuseProblems(problems);
  return {
    year: year === undefined ? undefined : Number(year),
    month: month === undefined ? undefined : Number(month),
  };
}

/** One month of a subscriber's usage. */
export interface UsageMonth {
  readonly year: number;
  readonly month: number;
  readonly quantity: number;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

function day(year: number, month: number, dayOfMonth: number): string {
  return new Date(Date.UTC(year, month - 1, dayOfMonth)).toISOString().slice(0, 10);
}

/** A subscriber's usage as JSON. Nothing is ever asked of Serpro, which the hosted service charges apart. */
export function presentUsage(
  months: readonly UsageMonth[],
  question: UsageQuestion,
  subscriberId: number,
): string {
  const applied: Record<string, string> = {};
  if (question.year !== undefined) applied.ano = String(question.year);
  if (question.month !== undefined) applied.mes = String(question.month);
  const answer: v.InferOutput<typeof Consumption> = {
    data: months.map(({ year, month, quantity, updatedAt }) => ({
      mes: month,
      ano: year,
      quantidade: quantity,
      consultas_serpro: 0,
      data_inicio: day(year, month, 1),
      data_fim: day(year, month + 1, 0),
      atualizado_em: new Date(updatedAt).toISOString(),
      cnpjws_usuario_id: subscriberId,
    })),
    filtros_disponiveis: [...FILTERS],
    filtros_aplicados: applied,
    ordenacao: [],
  };
  return JSON.stringify(answer);
}
