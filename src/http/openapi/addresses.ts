import type { OperationNote } from '../../wire/docs/operations.ts';
import type { DocsSettings } from '../../wire/docs/settings.ts';

/** Where an operation stands in the document: its key among the paths, and the server that the key is below. */
export interface Place {
  readonly key: string;
  readonly server: string;
}

/**
 * Where an operation stands. Both APIs have a `/cnpj/{cnpj}`, so the base address's own path goes into the key, and
 * the server is the origin. Where only the hosts differ, the keys would still be one: the commercial one gets a
 * fragment, which tells them apart in the document and which no client sends.
 */
export function placeOf(
  { api, path }: Pick<OperationNote, 'api' | 'path'>,
  { publicBaseUrl, commercialBaseUrl }: Pick<DocsSettings, 'publicBaseUrl' | 'commercialBaseUrl'>,
): Place {
  const open = pathOf(publicBaseUrl);
  const guarded = pathOf(commercialBaseUrl);
  if (api === 'public') return { key: `${open}${path}`, server: new URL(publicBaseUrl).origin };
  const key = `${guarded}${path}`;
  return {
    key: open === guarded && path === SHARED_PATH ? `${key}#comercial` : key,
    server: new URL(commercialBaseUrl).origin,
  };
}

const SHARED_PATH = '/cnpj/{cnpj}';

function pathOf(base: string): string {
  return new URL(base).pathname.replace(/\/+$/, '');
}
