import { CompanyLookup } from '../registry/company.ts';
import { RegistryDatabase, RegistryError } from '../registry/database.ts';
import {
  type Addition,
  dropAdditions,
  eachAddition,
  saveAddition,
  trimAdditions,
} from '../state/additions.ts';
import type { State } from '../state/database.ts';
import { forgetWanted, postponeWanted, takeWanted } from '../state/wanted.ts';
import type { AdditionSource } from './additions.ts';
import { askUpstream, type UpstreamResult } from './upstream.ts';
import { castUpstreamRecord } from './upstream-parts.ts';
import { readUpstreamRecord, UnusableRecordError, updatedAtOf } from './upstream-record.ts';

/** Nobody waits longer than this for a service that is asked a few times a minute. */
const NIGHT_MINUTES = 120;
/** However quick the service may be. */
const MAX_REQUESTS = 20_000;
/** What the registry has is fresh enough for so long (section 1.4 of the specification). */
const FRESH_MS = 45 * 86_400_000;

/** A service that is asked, and how gently. */
export interface UpstreamService {
  readonly baseUrl: string;
  readonly perMinute: number;
  /** The first pause after a failure; see UpstreamRequest. */
  readonly backoffMs?: number;
}

/** Midnight in Brasília of an extraction's day. */
function momentOf(extractedOn: string): string {
  return `${extractedOn}T03:00:00.000Z`;
}

/** The date of what the registry has of a CNPJ, ISO 8601; undefined where it has none. */
type DateLookup = (cnpj: string) => string | undefined;

/** Does something with the registry that is served, or as with an empty one where there is none to read. */
async function withRegistry<Result>(
  path: string,
  work: (dateOf: DateLookup) => Promise<Result>,
): Promise<Result> {
  let database: RegistryDatabase;
  try {
    database = new RegistryDatabase(path);
  } catch (cause) {
    if (!(cause instanceof RegistryError)) throw cause;
    return await work(() => undefined);
  }
  try {
    const companies = new CompanyLookup(database);
    const extractedAt = momentOf(database.facts.extractedOn);
    return await work((cnpj) => {
      const record = companies.findCompany(cnpj);
      return record && (record.updatedAt || extractedAt);
    });
  } finally {
    database.close();
  }
}

/**
 * Asks the service for the CNPJs that lookups found wanting, the most urgent first, and keeps what is news to the
 * registry at `registryPath`. Each is struck off as soon as it is settled, so that a run can be cut short at any moment.
 * Undefined when nothing is wanted.
 */
export async function learnWanted(
  state: State,
  service: UpstreamService,
  registryPath: string,
  begin: (count: number) => void,
): Promise<UpstreamResult | undefined> {
  const maxRequests = Math.min(MAX_REQUESTS, service.perMinute * NIGHT_MINUTES);
  return await withRegistry(registryPath, async (dateOf) => {
    const freshSince = new Date(Date.now() - FRESH_MS).toISOString();
    const cnpjs: string[] = [];
    for (const { cnpj } of takeWanted(state, maxRequests)) {
      // Another import may have brought it since.
      if ((dateOf(cnpj) ?? '') < freshSince) cnpjs.push(cnpj);
      else forgetWanted(state, cnpj);
    }
    if (cnpjs.length === 0) return undefined;
    begin(cnpjs.length);
    const keep = (addition: Addition) => {
      if (addition.updatedAt > (dateOf(addition.cnpj) ?? '')) saveAddition(state, addition);
      forgetWanted(state, addition.cnpj);
    };
    const result = await askUpstream({
      ...service,
      addressName: 'UPSTREAM_URL',
      cnpjs,
      maxRequests,
      read: readAddition,
      onRecord: keep,
      onAbsent: (cnpj) => forgetWanted(state, cnpj),
      onFailed: (cnpj) => postponeWanted(state, cnpj),
    });
    trimAdditions(state);
    return result;
  });
}

/** Reads a body as the record of a CNPJ, to be kept as it came. Throws UnusableRecordError. */
export function readAddition(cnpj: string, body: string): Addition {
  return { cnpj, body, updatedAt: updatedAtOf(readUpstreamRecord(cnpj, body)) };
}

/** The records that were learnt, for a build. */
export function learntRecords(state: State): AdditionSource {
  return (from, to, tables) =>
    Array.from(eachAddition(state, from, to), ({ cnpj, body }) => {
      try {
        return castUpstreamRecord(readUpstreamRecord(cnpj, body), tables);
      } catch (cause) {
        if (cause instanceof UnusableRecordError) return undefined;
        throw cause;
      }
    });
}

/** Drops the records that the extraction of a whole country's registry has overtaken: no later one lacks them. */
export function dropOvertaken(state: State, registryPath: string): number {
  const database = new RegistryDatabase(registryPath);
  try {
    const { coverage, extractedOn } = database.facts;
    // A part of the country may have a record only because it was once learnt.
    const isWhole = Object.values(coverage).every((list) => list.length === 0);
    if (!isWhole) return 0;
    const companies = new CompanyLookup(database);
    return dropAdditions(
      state,
      momentOf(extractedOn),
      (cnpj) => companies.findCompany(cnpj)?.updatedAt === '',
    );
  } finally {
    database.close();
  }
}
