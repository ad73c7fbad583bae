import { expect, test } from 'bun:test';
import { SearchIndex } from '../../src/registry/search.ts';
import { NaiveSearch } from '../support/naive-search.ts';
import { SearchMaker } from '../support/random-criteria.ts';
import { buildWorld } from '../support/world.ts';

const SEARCHES = 300;

test('any combination of criteria finds what going through all records finds', async () => {
  const world = await buildWorld({ companies: 20_000, seed: 7 });
  const database = world.open();
  const index = new SearchIndex(database, 100_000);
  await index.fillVocabulary();
  const naive = new NaiveSearch(world.path);
  const searches = new SearchMaker(naive.subjects, 20_260_808);
  let found = 0;
  for (let left = SEARCHES; left > 0; left--) {
    const { criteria, page, limit } = searches.make();
    const expected = naive.find(criteria);
    const result = index.search(criteria, page, limit);
    const asked = JSON.stringify({ criteria, page, limit });
    if (result.problem !== undefined) throw new Error(`${asked} was refused: ${result.problem}`);
    expect({ asked, total: result.total, cnpjs: result.cnpjs }).toEqual({
      asked,
      total: expected.length,
      cnpjs: expected.slice((page - 1) * limit, page * limit),
    });
    if (result.total > 0) found++;
  }
  // An oracle that agreed about nothing found would prove nothing.
  expect(found).toBeGreaterThan(SEARCHES / 2);
  index.dispose();
  database.close();
});
