import { parseNameQuery } from '../../src/domain/name-query.ts';
import type { NameCriterion, SearchCriteria } from '../../src/registry/criteria.ts';
import type { SearchIndex, SearchResult } from '../../src/registry/search.ts';
import type { SearchLookups } from '../../src/wire/filters.ts';
import { parseListQuestion, SEARCH_FORM } from '../../src/wire/search.ts';
import { QUERY_KINDS } from './query-kinds.ts';
import type { Filters, QueryKind } from './query-parts.ts';
import type { QueryValues } from './query-values.ts';

/** One query, ready to be asked in every way. */
export interface Question {
  readonly kind: string;
  /** As a client sends it, after the question mark. */
  readonly query: string;
  readonly criteria: SearchCriteria;
  /** The same with misspelt words put right, for whoever cannot do that himself. */
  readonly corrected: SearchCriteria;
  readonly page: number;
  readonly limit: number;
  readonly total: number;
}

/** How often values are drawn for one query until it can be asked. */
const MAX_DRAWS = 50;
const NAMES: readonly NameCriterion[] = ['companyName', 'tradeName', 'partnerName'];

function readWords(searched: string) {
  const query = parseNameQuery(searched);
  if (query.problem !== undefined) throw new Error(`The search said that it searched "${searched}".`);
  return query.words;
}

function correct(criteria: SearchCriteria, { names }: SearchResult): SearchCriteria {
  const words = NAMES.flatMap((name) => {
    const searched = names[name];
    return searched === undefined ? [] : [[name, readWords(searched)]];
  });
  return { ...criteria, ...Object.fromEntries(words) };
}

function writeQuery(filters: Filters, page: number): string | undefined {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined) return undefined;
    parameters.set(name, value);
  }
  if (page > 1) parameters.set('pagina', String(page));
  return parameters.toString();
}

/** One query of a kind, or undefined when this draw came to none that can be asked. */
function drawQuestion(
  kind: QueryKind,
  values: QueryValues,
  index: SearchIndex,
  lookups: SearchLookups,
): Question | undefined {
  const query = writeQuery(kind.make(values), kind.page ?? 1);
  if (query === undefined) return undefined;
  const { criteria, page, limit } = parseListQuestion(`/?${query}`, SEARCH_FORM, lookups);
  const found = index.search(criteria, page, limit);
  if (found.problem !== undefined) return undefined;
  const corrected = correct(criteria, found);
  return { kind: kind.name, query, criteria, corrected, page, limit, total: found.total };
}

/**
 * Draws queries of every kind, so many of each. A kind that a small registry has no values for is left out. The index's
 * vocabulary must be full.
 */
export function drawQuestions(
  values: QueryValues,
  index: SearchIndex,
  lookups: SearchLookups,
  each: number,
): Question[] {
  const questions: Question[] = [];
  for (const kind of QUERY_KINDS) {
    for (let count = 0; count < each; count++) {
      for (let draw = 0; draw < MAX_DRAWS; draw++) {
        const question = drawQuestion(kind, values, index, lookups);
        if (question === undefined) continue;
        questions.push(question);
        break;
      }
    }
  }
  return questions;
}
