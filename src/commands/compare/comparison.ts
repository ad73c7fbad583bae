import { type Difference, type Json, listDifferences } from './differences.ts';

/** What a service has of a CNPJ. */
export type Found =
  | { readonly kind: 'record'; readonly record: Json }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly reason: string };

/** The two services: ours and the one it is compared with. */
export type Side = 'here' | 'there';

/** A field that differs: in how many CNPJs, and the first of them. */
export interface DifferingField {
  readonly path: string;
  readonly count: number;
  readonly example: { readonly cnpj: string } & Omit<Difference, 'path'>;
}

/** Why a CNPJ could not be compared. */
export interface Failure {
  readonly cnpj: string;
  readonly side: Side;
  readonly reason: string;
}

/** What a comparison came to. */
export interface ComparisonResult {
  /** CNPJs of which both services told something. */
  readonly compared: number;
  readonly same: number;
  readonly different: number;
  readonly inNeither: number;
  readonly onlyHere: readonly string[];
  readonly onlyThere: readonly string[];
  readonly failed: readonly Failure[];
  /** The most frequent first. */
  readonly fields: readonly DifferingField[];
}

/** Takes what two services say of the same CNPJs, in any order, and keeps a record only until its other half comes. */
export class Comparison {
  private readonly waiting = new Map<string, { readonly side: Side; readonly found: Found }>();
  private readonly fields = new Map<string, { count: number; example: DifferingField['example'] }>();
  private readonly onlyHere: string[] = [];
  private readonly onlyThere: string[] = [];
  private readonly failed: Failure[] = [];
  private same = 0;
  private different = 0;
  private inNeither = 0;

  /** Members of the ignored names count nowhere. */
  constructor(private readonly ignored: ReadonlySet<string>) {}

  /** Takes one answer; each side gives one a CNPJ. */
  take(side: Side, cnpj: string, found: Found): void {
    const other = this.waiting.get(cnpj);
    if (other === undefined || other.side === side) {
      this.waiting.set(cnpj, { side, found });
      return;
    }
    this.waiting.delete(cnpj);
    if (side === 'here') this.compare(cnpj, found, other.found);
    else this.compare(cnpj, other.found, found);
  }

  /** What it has come to. */
  result(): ComparisonResult {
    const { same, different, inNeither, onlyHere, onlyThere, failed } = this;
    const fields = Array.from(this.fields, ([path, field]) => ({ path, ...field }));
    fields.sort((one, other) => other.count - one.count || (one.path < other.path ? -1 : 1));
    const compared = same + different + inNeither + onlyHere.length + onlyThere.length;
    return { compared, same, different, inNeither, onlyHere, onlyThere, failed, fields };
  }

  private compare(cnpj: string, here: Found, there: Found): void {
    for (const [side, found] of [['here', here] as const, ['there', there] as const]) {
      if (found.kind === 'failed') this.failed.push({ cnpj, side, reason: found.reason });
    }
    if (here.kind === 'failed' || there.kind === 'failed') return;
    if (here.kind === 'record' && there.kind === 'record') this.count(cnpj, here.record, there.record);
    else if (here.kind === 'record') this.onlyHere.push(cnpj);
    else if (there.kind === 'record') this.onlyThere.push(cnpj);
    else this.inNeither += 1;
  }

  private count(cnpj: string, here: Json, there: Json): void {
    const differences = listDifferences(here, there, this.ignored);
    if (differences.length === 0) this.same += 1;
    else this.different += 1;
    for (const [path, [first]] of Map.groupBy(differences, (difference) => difference.path)) {
      const known = this.fields.get(path);
      if (known !== undefined) known.count += 1;
      else this.fields.set(path, { count: 1, example: { cnpj, here: first?.here, there: first?.there } });
    }
  }
}
