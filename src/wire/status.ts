import * as v from 'valibot';
import type { FailureKind } from '../domain/failure-kind.ts';
import type { RegistryFacts } from '../registry/database.ts';
import { STATUS_LABELS, type WireProfile } from './labels.ts';
import { Day, Timestamp } from './shared.ts';

/** Data older than this is late (spec 1.4). */
export const LATE_AFTER_DAYS = 45;
const DAY_MS = 86_400_000;
/** The same in milliseconds. */
export const LATE_AFTER_MS = LATE_AFTER_DAYS * DAY_MS;

/** What `GET /status` tells. Without a registry the middle part is null. */
export const Status = v.strictObject({
  versao: v.string(),
  perfil: v.picklist(['spec', 'hosted']),
  base: v.nullable(
    v.strictObject({
      data_extracao: Day,
      importada_em: v.string(),
      dias_de_defasagem: v.pipe(v.number(), v.integer()),
      atrasada: v.boolean(),
      registros: v.record(v.string(), v.pipe(v.number(), v.integer())),
      cobertura: v.strictObject({
        estados: v.array(v.string()),
        atividades: v.array(v.string()),
        situacoes: v.array(v.string()),
      }),
    }),
  ),
  ultima_falha: v.nullable(v.strictObject({ em: Timestamp, mensagem: v.string() })),
});

/**
 * What anyone may know of a failed import. The message itself names paths and addresses of the machine, so it stays
 * with the operator: in the log, in the e-mail and in state.db.
 */
const FAILURES: Readonly<Record<FailureKind, string>> = {
  download: 'Os arquivos da Receita Federal não puderam ser baixados.',
  sources: 'Um arquivo da Receita Federal está danificado, falta ou é de outro mês.',
  space: 'Faltou espaço em disco ou memória para a importação.',
  verification: 'O cadastro novo não passou na verificação e não foi publicado.',
  interrupted: 'A importação foi interrompida.',
  fault: 'A importação terminou com um erro interno.',
};

/** An import that failed: when, in milliseconds since 1970, and of what. */
export interface ImportFailure {
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly kind: FailureKind | undefined;
}

function presentFailure({ startedAt, endedAt, kind = 'fault' }: ImportFailure) {
  return { em: new Date(endedAt ?? startedAt).toISOString(), mensagem: FAILURES[kind] };
}

const STATUS_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(STATUS_LABELS));

/** The names of the kinds of row. */
const KINDS: Readonly<Record<string, string>> = {
  companies: 'empresas',
  establishments: 'estabelecimentos',
  partners: 'socios',
  simples: 'simples',
  regimes: 'regimes_tributarios',
  suframa: 'inscricoes_suframa',
  stateRegistrations: 'inscricoes_estaduais',
};

/** The days between the extraction and now. */
export function daysOfLag(extractedOn: string, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - Date.parse(`${extractedOn}T03:00:00Z`)) / DAY_MS));
}

/** The state of the service as JSON. */
export function presentStatus(
  facts: RegistryFacts | undefined,
  version: string,
  profile: WireProfile,
  nowMs: number,
  failure?: ImportFailure,
): string {
  const lag = facts === undefined ? 0 : daysOfLag(facts.extractedOn, nowMs);
  const status: v.InferOutput<typeof Status> = {
    versao: version,
    perfil: profile,
    base: facts
      ? {
          data_extracao: facts.extractedOn,
          importada_em: facts.importedAt,
          dias_de_defasagem: lag,
          atrasada: lag > LATE_AFTER_DAYS,
          registros: Object.fromEntries(
            Object.entries(facts.rows).map(([kind, rows]) => [KINDS[kind] ?? kind, rows]),
          ),
          cobertura: {
            estados: [...facts.coverage.states],
            atividades: [...facts.coverage.activities],
            situacoes: facts.coverage.statuses.map((code) => STATUS_NAMES.get(code) ?? code),
          },
        }
      : null,
    ultima_falha: failure ? presentFailure(failure) : null,
  };
  return JSON.stringify(status);
}
