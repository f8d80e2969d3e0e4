import { expect, test } from 'vitest';
import type { Signal } from '#contract/data-catalogue.ts';
import { readValue } from '#tools/import/values.ts';

const signal = (more: Partial<Signal>): Signal => ({
  name: 'Vehicle.Own',
  unit: '',
  value: 'text',
  personal: true,
  origin: 'raw',
  ...more,
});
const doors = { values: ['OPEN', 'CLOSED'] };

test.each<[string, string, Signal, unknown]>([
  ['stay in a text', ' a ', signal({}), ' a '],
  ['alone are a text', ' ', signal({}), ' '],
  ['stay, and invisible characters do not', 'a\u202e b\u2800', signal({}), 'a b'],
  ['are no part of a word', ' OPEN ', signal(doors), 'OPEN'],
  ['alone are no word, but nothing', '  ', signal(doors), null],
  ['are no part of a number', ' 1 ', signal({ value: 'number' }), 1],
  ['are no part of a flag', ' True ', signal({ value: 'boolean' }), true],
])('blanks %s', (_, text, of, value) => {
  expect(readValue('Column', of, text)).toBe(value);
});

test('blanks around a maker’s word are removed, and blanks without a word are no value', () => {
  const words = { auf: 1, zu: 0 };
  const opened = signal({ value: 'integer' });
  expect(readValue('Column', opened, ' auf', { words })).toBe(1);
  expect(readValue('Column', opened, ' ', { words })).toBeNull();
});

test('an unknown word is reported with the known ones', () => {
  expect(() => readValue('Column', signal(doors), 'AJAR')).toThrow(
    '«AJAR» is not one of OPEN, CLOSED',
  );
});
