import { Refusal } from './error.ts';

const PERIODS = { minute: 'minuto', month: 'mês' } as const;

/** A limit that was hit: how many in which period, and when it ends. */
export interface HitLimit {
  readonly allowed: number;
  readonly period: keyof typeof PERIODS;
  readonly endsAtMs: number;
}

const clock = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** A moment as people in Brasília read it: `21/11/2026 09:28:55`. */
function brasiliaTime(atMs: number): string {
  return clock.format(atMs).replace(',', '');
}

/** The 429 for a limit of queries. */
export function limitExceeded(limit: HitLimit, nowMs: number): Refusal {
  const { allowed, period, endsAtMs } = limit;
  const seconds = Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
  // The release is told to the second, so it is rounded up: a client that comes back then is let in.
  const release = brasiliaTime(Math.ceil(endsAtMs / 1000) * 1000);
  return new Refusal(
    429,
    `Excedido o limite máximo de ${allowed} consultas por ${PERIODS[period]}. Liberação ocorrerá em ${release} (horário de Brasília).`,
    [],
    { 'retry-after': String(seconds) },
  );
}

/** The 429 for an address that failed too often to say who asks. */
export function shutOut(allowed: number, endsAtMs: number, nowMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
  const release = brasiliaTime(Math.ceil(endsAtMs / 1000) * 1000);
  return new Refusal(
    429,
    `Excedido o limite máximo de ${allowed} falhas de autenticação por minuto. Liberação ocorrerá em ${release} (horário de Brasília).`,
    [],
    { 'retry-after': String(seconds) },
  );
}
