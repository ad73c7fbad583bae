import { type Bits, createBits, keepRange } from './bits.ts';
import {
  DATE_CRITERIA,
  type DateCriterion,
  NAME_CRITERIA,
  type NameCriterion,
  type SearchCriteria,
  VALUE_CRITERIA,
} from './criteria.ts';
import type { RegistryDatabase } from './database.ts';
import { DayCover } from './days.ts';
import { CHUNK_SIZE } from './fields.ts';
import { keyRangeOfRoot, packKey } from './key.ts';
import { createList, type List, siftByRange } from './lists.ts';
import { listIntersection, type NumberSet, orderBySize, readIntersection } from './number-set.ts';
import { type NumberRange, NumberTable } from './numbers.ts';
import { Page } from './page.ts';
import { PartnerSet, PartnerTable } from './partners.ts';
import { PostingTable, TermSet } from './postings.ts';
import { TermTable } from './terms.ts';
import { Vocabulary } from './vocabulary.ts';
import { PrefixBudget, type WordProblem, WordResolver } from './words.ts';

/** One page of what was found, in CNPJ order, and how much there is. */
export interface SearchResult {
  readonly problem?: undefined;
  /** How many establishments meet the criteria, exactly. */
  readonly total: number;
  /** The page's CNPJs, of fourteen characters; none past the last page. */
  readonly cnpjs: readonly string[];
  /** For each name asked for the words that were searched, separated by blanks, a prefix with its star. */
  readonly names: SearchedNames;
}

/** Why a search is not answered: a word of a name begins too many others, or cannot be looked for yet. */
export interface SearchProblem {
  readonly problem: WordProblem;
  readonly name: NameCriterion;
  readonly word: string;
}

/** A search under way, which may be left for a while between two steps. */
type SearchSteps<Result> = Generator<void, Result, void>;

type SearchedNames = Readonly<Partial<Record<NameCriterion, string>>>;

/** The sets that a search's criteria come to, with the words they were read from. */
interface NameSets {
  readonly problem?: undefined;
  readonly sets: readonly NumberSet[];
  readonly names: SearchedNames;
}

/**
 * Searches one open registry. Each criterion is a set of establishments' numbers, read a chunk at a time from the
 * file, so that what a search holds does not grow with the registry; all share their bitmaps, which none needs from one
 * step to the next but those of partners: of searches that ask for these one is done at a time.
 */
export class SearchIndex {
  private readonly terms: TermTable;
  private readonly postings: PostingTable;
  private readonly partners: PartnerTable;
  private readonly numbers: NumberTable;
  private readonly vocabulary: Vocabulary;
  private readonly words: WordResolver;
  private readonly days: Readonly<Record<DateCriterion, DayCover>>;
  private readonly found: Bits = createBits();
  private readonly listed: List = createList();
  /** How many chunks the establishments' numbers lie in. */
  private readonly chunks: number;

  /** Misspelt words are looked for among the `nameWords` most frequent ones, once `fillVocabulary` has come to its end. */
  constructor(database: RegistryDatabase, nameWords: number) {
    this.terms = new TermTable(database);
    this.postings = new PostingTable(database);
    this.partners = new PartnerTable(database);
    this.numbers = new NumberTable(database);
    this.vocabulary = new Vocabulary(nameWords);
    this.words = new WordResolver(this.terms, this.vocabulary);
    const { count } = this.numbers;
    this.chunks = Math.ceil(count / CHUNK_SIZE);
    const [status, start] = DATE_CRITERIA;
    this.days = {
      statusDate: new DayCover(this.terms, status.fields, count),
      startDate: new DayCover(this.terms, start.fields, count),
    };
  }

  /** Fills the vocabulary in slices of few milliseconds; comes to an early end when disposed of. */
  fillVocabulary(): Promise<void> {
    return this.vocabulary.fill(this.terms);
  }

  /** Lets go of the vocabulary: before the registry is closed, and before another's vocabulary fills. */
  dispose(): void {
    this.vocabulary.dispose();
  }

  /** Whether the registry has an establishment of this root. */
  hasRoot(root: string): boolean {
    const { from, until } = this.rangeOf({ root });
    return from < until;
  }

  /**
   * Finds the establishments that meet all criteria: how many there are, and the CNPJs of a page, counted from 1, of
   * `limit`. Or tells which word of which name cannot be searched exactly, and why.
   */
  search(criteria: SearchCriteria, page: number, limit: number): SearchResult | SearchProblem {
    const steps = this.searchInSteps(criteria, page, limit);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }

  /**
   * The same in steps of few milliseconds: a word of a name, a chunk of numbers. Between two of them the registry must
   * not be closed, and nobody else may search for partners.
   */
  *searchInSteps(
    criteria: SearchCriteria,
    page: number,
    limit: number,
  ): SearchSteps<SearchResult | SearchProblem> {
    const named = yield* this.createNameSets(criteria);
    if (named.problem !== undefined) return named;
    const sets = [...named.sets, ...this.createValueSets(criteria)];
    const found = new Page(page, limit);
    yield* this.collect(orderBySize(sets), this.rangeOf(criteria), found);
    return { total: found.total, cnpjs: this.numbers.cnpjsOf(found.numbers), names: named.names };
  }

  private createValueSets(criteria: SearchCriteria): NumberSet[] {
    const sets: NumberSet[] = [];
    for (const { name, fields } of VALUE_CRITERIA) {
      const value = criteria[name];
      if (value === undefined) continue;
      const values = typeof value === 'string' ? [value] : value;
      const terms = fields.flatMap((field) => values.flatMap((one) => this.terms.find(field, one) ?? []));
      sets.push(new TermSet(this.postings, terms, this.chunks));
    }
    for (const { name } of DATE_CRITERIA) {
      const range = criteria[name];
      if (range === undefined) continue;
      sets.push(new TermSet(this.postings, this.days[name].find(range), this.chunks, 'odd'));
    }
    return sets;
  }

  private *createNameSets(criteria: SearchCriteria): SearchSteps<NameSets | SearchProblem> {
    const sets: NumberSet[] = [];
    const names: Partial<Record<NameCriterion, string>> = {};
    const budget = new PrefixBudget();
    for (const { name, field, alone } of NAME_CRITERIA) {
      const words = criteria[name];
      if (words === undefined) continue;
      const ofPartners = name === 'partnerName' && words.length > 1;
      const chunks = ofPartners ? this.partners.chunks : this.chunks;
      const posted = { field: words.length > 1 ? field : alone, chunks };
      const searched: string[] = [];
      const wordSets: NumberSet[] = [];
      for (const word of words) {
        const resolved = this.words.resolve(field, word, posted, budget);
        yield;
        if (resolved.problem !== undefined) return { ...resolved, name };
        searched.push(resolved.searched);
        wordSets.push(new TermSet(this.postings, resolved.terms, chunks));
      }
      names[name] = searched.join(' ');
      // The words of a partner's name must be one partner's, so they meet before they stand for establishments.
      if (ofPartners) sets.push(new PartnerSet(this.partners, wordSets));
      else sets.push(...wordSets);
    }
    return { sets, names };
  }

  /** The numbers that a root and a CNPJ leave: all where neither is asked for. */
  private rangeOf({ root, cnpj }: SearchCriteria): NumberRange {
    let from = 0;
    let until = this.numbers.count;
    if (root !== undefined) {
      const { first, last } = keyRangeOfRoot(root);
      ({ from, until } = this.numbers.rangeOf(first, last));
    }
    if (cnpj !== undefined) {
      const key = packKey(cnpj);
      const one = this.numbers.rangeOf(key, key);
      from = Math.max(from, one.from);
      until = Math.min(until, one.until);
    }
    return { from, until };
  }

  /** Counts what all the sets have within the range, and keeps the page. */
  private *collect(sets: readonly NumberSet[], range: NumberRange, page: Page): SearchSteps<void> {
    const { from, until } = range;
    if (from >= until) return;
    const [smallest] = sets;
    if (smallest === undefined) {
      page.takeRange(range);
      return;
    }
    if (smallest.size === 0) return;
    const { found, listed } = this;
    const lastChunk = Math.floor((until - 1) / CHUNK_SIZE);
    const firstChunk = Math.floor(from / CHUNK_SIZE);
    for (let chunk = firstChunk; chunk <= lastChunk; chunk++) {
      // Nothing in the shared bitmaps is needed from one chunk to the next.
      if (chunk > firstChunk) yield;
      const first = chunk * CHUNK_SIZE;
      const isWhole = from <= first && until >= Math.min(first + CHUNK_SIZE, this.numbers.count);
      const known = isWhole && sets.length === 1 ? smallest.countIn(chunk) : undefined;
      if (known !== undefined && page.passOver(known)) continue;
      const low = Math.max(0, from - first);
      const high = Math.min(CHUNK_SIZE, until - first);
      const count = listIntersection(sets, chunk, listed);
      if (count !== undefined) {
        page.takeList(listed, isWhole ? count : siftByRange(listed, count, low, high), chunk);
        continue;
      }
      if (!readIntersection(sets, chunk, found)) continue;
      if (!isWhole) keepRange(found, low, high);
      page.take(found, chunk);
    }
  }
}
