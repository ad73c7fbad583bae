import { showAddress } from '../../import/http-client.ts';
import { CompanyLookup } from '../../registry/company.ts';
import { RegistryDatabase } from '../../registry/database.ts';
import { CompanyPresenter } from '../../wire/company.ts';
import type { WireProfile } from '../../wire/labels.ts';
import { ReferenceJson } from '../../wire/reference.ts';
import type { Found } from './comparison.ts';
import { parseJson } from './differences.ts';
import { type Asking, askPublicApi } from './public-api.ts';

/** A place where CNPJs are looked up. */
export interface LookupService {
  readonly name: string;
  /** Looks each CNPJ up and tells what it found; resolves to why it ended early, or to undefined. */
  ask(cnpjs: readonly string[], tell: (cnpj: string, found: Found) => void): Promise<string | undefined>;
  close(): void;
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
        const found = companies.viewCompany(cnpj);
        const record = found && parseJson(text.decode(presenter.presentPublic(found)));
        tell(cnpj, record === undefined ? { kind: 'absent' } : { kind: 'record', record });
      }
      return undefined;
    },
    close: () => database.close(),
  };
}

/** A public API that is asked over the network; its name is its address without user and password. */
export function openWebService(options: Omit<Asking, 'cnpjs' | 'tell'>): LookupService {
  return {
    name: showAddress(options.baseUrl).replace(/\/+$/, ''),
    ask: (cnpjs, tell) => askPublicApi({ ...options, cnpjs, tell }),
    close: () => undefined,
  };
}
