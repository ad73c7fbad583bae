import * as v from 'valibot';
import type { RegistryFacts } from '../registry/database.ts';
import type { WireProfile } from './labels.ts';
import { Day } from './shared.ts';

/** Data older than this is late (spec 1.4). */
export const LATE_AFTER_DAYS = 45;
const DAY_MS = 86_400_000;

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
});

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
            situacoes: [...facts.coverage.statuses],
          },
        }
      : null,
  };
  return JSON.stringify(status);
}
