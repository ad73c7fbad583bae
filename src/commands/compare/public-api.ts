import { askUpstream } from '../../import/upstream.ts';
import { UnusableRecordError } from '../../import/upstream-record.ts';
import type { Found } from './comparison.ts';
import { isObject, type Json, parseJson } from './differences.ts';

/** Which CNPJs a public API is asked for, where, and how gently. */
export interface Asking {
  /** Where the API is: `/cnpj/{cnpj}` follows. */
  readonly baseUrl: string;
  /** The option that named it, for messages. */
  readonly addressName: string;
  readonly perMinute: number;
  readonly cnpjs: readonly string[];
  /** Takes what was found of each. */
  readonly tell: (cnpj: string, found: Found) => void;
  readonly signal: AbortSignal;
  /** The first pause after a failure, doubled each time; five seconds by default. */
  readonly backoffMs?: number | undefined;
}

/** Requests that one CNPJ may take when a service stumbles. */
const ATTEMPTS = 3;

/**
 * Asks a public API for one CNPJ after the other, evenly paced. Resolves to why it ended early, an abort included, or to
 * undefined. Throws what `tell` throws.
 */
export async function askPublicApi({ tell, ...asking }: Asking): Promise<string | undefined> {
  try {
    const { stopped } = await askUpstream({
      ...asking,
      maxRequests: asking.cnpjs.length * ATTEMPTS,
      read: readRecord,
      onRecord: (record, cnpj) => tell(cnpj, { kind: 'record', record }),
      onAbsent: (cnpj) => tell(cnpj, { kind: 'absent' }),
      onFailed: (cnpj, reason) => tell(cnpj, { kind: 'failed', reason }),
    });
    return stopped;
  } catch (cause) {
    if (!asking.signal.aborted) throw cause;
    return `it was stopped by ${asking.signal.reason}`;
  }
}

/**
 * Reads a body that can be compared with our record of a CNPJ. Of what form its fields are is not asked here: to tell
 * that is what comparing is for. Throws UnusableRecordError.
 */
function readRecord(cnpj: string, body: string): Json {
  const record = parseJson(body);
  const fault = findFault(cnpj, record);
  if (record === undefined || fault !== undefined) throw new UnusableRecordError(fault);
  return record;
}

/** Why a body cannot be compared. */
function findFault(cnpj: string, body: Json | undefined): string | undefined {
  if (body === undefined) return 'no company record: it is no JSON';
  if (!isObject(body)) return 'no company record: it is no JSON object';
  const told = isObject(body.estabelecimento) ? body.estabelecimento.cnpj : undefined;
  if (typeof told !== 'string' && typeof told !== 'number') {
    return 'no company record: it has no estabelecimento.cnpj';
  }
  const plain = String(told).replace(/[./-]/g, '').toUpperCase().padStart(14, '0');
  return plain === cnpj ? undefined : `the record of another CNPJ, ${String(told).slice(0, 20)}`;
}
