/** A value of a JSON document. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** One place in which two records differ; undefined stands for what a record does not have at all. */
export interface Difference {
  /** `estabelecimento.email`, `socios[].nome`; `socios[] (order)` where only the order differs. */
  readonly path: string;
  readonly here: Json | undefined;
  readonly there: Json | undefined;
}

/** What a JSON text says; undefined for a text that is none. */
export function parseJson(text: string): Json | undefined {
  try {
    // `JSON.parse` makes nothing else than Json.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Whether a value is an object, not a list. */
export function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// `Array.isArray` alone does not narrow an array that may only be read.
function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** A value as a text that any value equal to it has too: names in order, without those that are ignored. */
function canonize(value: Json, ignored: ReadonlySet<string>): string {
  if (isList(value)) return `[${value.map((item) => canonize(item, ignored)).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .filter((name) => !ignored.has(name))
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonize(value[name] ?? null, ignored)}`);
  return `{${members.join()}}`;
}

/** The items of a list that another list lacks, each as often as it is lacking. */
function listMissing(items: readonly Json[], texts: readonly string[], others: readonly string[]): Json[] {
  const left = new Map<string, number>();
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1);
  return items.filter((_, index) => {
    const text = texts[index] ?? '';
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

/** Lists in order: items that both have anywhere are set aside, so that one more partner is one difference. */
function compareLists(
  path: string,
  here: readonly Json[],
  there: readonly Json[],
  ignored: ReadonlySet<string>,
): Difference[] {
  const [hereTexts, thereTexts] = [here, there].map((list) => list.map((item) => canonize(item, ignored)));
  const ours = listMissing(here, hereTexts ?? [], thereTexts ?? []);
  const theirs = listMissing(there, thereTexts ?? [], hereTexts ?? []);
  if (ours.length === 0 && theirs.length === 0) {
    const isSame = hereTexts?.join() === thereTexts?.join();
    return isSame ? [] : [{ path: `${path}[] (order)`, here, there }];
  }
  const differences: Difference[] = [];
  for (let index = 0; index < Math.max(ours.length, theirs.length); index++) {
    differences.push(...compareValues(`${path}[]`, ours[index], theirs[index], ignored));
  }
  return differences;
}

/** A member of an object's own: names such as `constructor` are inherited too. */
function memberOf(object: { readonly [name: string]: Json }, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function compareValues(
  path: string,
  here: Json | undefined,
  there: Json | undefined,
  ignored: ReadonlySet<string>,
): Difference[] {
  if (isList(here) && isList(there)) return compareLists(path, here, there, ignored);
  if (isObject(here) && isObject(there)) {
    const names = new Set([...Object.keys(here), ...Object.keys(there)].filter((name) => !ignored.has(name)));
    const prefix = path === '' ? '' : `${path}.`;
    return [...names].flatMap((name) =>
      compareValues(prefix + name, memberOf(here, name), memberOf(there, name), ignored),
    );
  }
  const isSame = here === there;
  return isSame ? [] : [{ path, here, there }];
}

/** Every place in which two records differ; members of the ignored names count nowhere, at whatever depth. */
export function listDifferences(here: Json, there: Json, ignored: ReadonlySet<string>): Difference[] {
  return compareValues('', here, there, ignored);
}
