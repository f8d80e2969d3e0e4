import { expect, test } from 'vitest';
import { trigramQuery } from '#server/platform/database/text-search.ts';

test.each([
  ['anna', '"ann" AND "nna"'],
  ['anna banana', '"ann" AND "nna" AND "ban" AND "ana" AND "nan"'],
  ['sh nowak', '"now" AND "owa" AND "wak"'],
  ['a"b', '"a""b"'],
  ['👩🏽x张', '"👩🏽x" AND "🏽x张"'],
  ['张伟', null],
  ['', null],
])('of «%s» the index is asked for %s', (words, query) => {
  expect(trigramQuery(words.split(' '))).toBe(query);
});
