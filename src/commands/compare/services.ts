import { askUpstream } from '../../import/upstream.ts';
import { CompanyLookup } from '../../registry/company.ts';
import { RegistryDatabase } from '../../registry/database.ts';
import { CompanyPresenter } from '../../wire/company.ts';
import type { WireProfile } from '../../wire/labels.ts';
import { ReferenceJson } from '../../wire/reference.ts';
import type { Found } from './comparison.ts';
import type { Json } from './differences.ts';

/** A place where CNPJs are looked up. */
export interface LookupService {
  readonly name: string;
  /** Looks each CNPJ up and tells what it found; resolves to why it ended early, or to undefined. */
  ask(cnpjs: readonly string[], tell: (cnpj: string, found: Found) => void): Promise<string | undefined>;
  close(): void;
}

/** What a JSON text says; `JSON.parse` makes nothing else than Json. */
function parse(text: string): Json {
  return JSON.parse(text) as Json;
}

/** The registry of a file, presented as the public API does. Throws RegistryError when there is none to read. */
export function openRegistryService(path: string, profile: WireProfile): LookupService {
  const database = new RegistryDatabase(path);
  const { extractedOn } = database.facts;
  const companies = new CompanyLookup(database);
  const presenter = new CompanyPresenter(new ReferenceJson(database, profile), extractedOn);
  const text = new TextDecoder();
  return {
    name: `${path} of ${extractedOn}`,
    async ask(cnpjs, tell) {
      for (const cnpj of cnpjs) {
        const record = companies.viewCompany(cnpj);
        tell(
          cnpj,
          record === undefined
            ? { kind: 'absent' }
            : { kind: 'record', record: parse(text.decode(presenter.presentPublic(record))) },
        );
      }
      return undefined;
    },
    close: () => database.close(),
  };
}

/** Requests that one CNPJ may take when a service stumbles. */
const ATTEMPTS = 3;

/** Where a service is and how gently it is asked. */
export interface WebServiceOptions {
  readonly baseUrl: string;
  /** The option that named it, for messages. */
  readonly addressName: string;
  readonly perMinute: number;
  /** The first pause after a failure. */
  readonly backoffMs?: number | undefined;
}

/** A public API that is asked over the network, evenly paced and longer apart when it says so. */
export function openWebService(options: WebServiceOptions): LookupService {
  return {
    name: options.baseUrl,
    async ask(cnpjs, tell) {
      const { stopped } = await askUpstream({
        ...options,
        cnpjs,
        maxRequests: cnpjs.length * ATTEMPTS,
        onRecord: ({ cnpj, body }) => tell(cnpj, { kind: 'record', record: parse(body) }),
        onAbsent: (cnpj) => tell(cnpj, { kind: 'absent' }),
        onFailed: (cnpj, reason) => tell(cnpj, { kind: 'failed', reason }),
      });
      return stopped;
    },
    close: () => undefined,
  };
}
