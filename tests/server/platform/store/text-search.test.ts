import { expect, test } from 'vitest';
import { trigramQuery } from '#server/platform/store/text-search.ts';

const edges = (word: string) =>
  ['\n', ' ', '-', '.', '@'].map((other) => `"${other}${word}" OR "${word}${other}"`).join(' OR ');

test.each([
  ['anna', '"ann" AND "nna"'],
  ['anna banana', '"ann" AND "nna" AND "ban" AND "ana" AND "nan"'],
  ['s nowak', '"now" AND "owa" AND "wak"'],
  ['li nowak', `(${edges('li')}) AND "now" AND "owa" AND "wak"`],
  ['a"b', '"a""b"'],
  ['👩🏽x张', '"👩🏽x" AND "🏽x张"'],
  ['张伟', `(${edges('张伟')})`],
  ['伟', null],
  ['', null],
])('of «%s» the index is asked for %s', (words, query) => {
  expect(trigramQuery(words.split(' '))).toBe(query);
});
