import { expect, test } from 'vitest';
import { addressOf, chosenBy } from '#charts/addresses.ts';

test.each([
  ['', 'state', '?state=a.b'],
  ['kind=public&state=c', 'state', '?kind=public&state=a.b'],
  ['kind=public&transition=c', 'state', '?kind=public&state=a.b'],
  ['state=c&level=who', 'transition', '?level=who&transition=a.b'],
  ['transition=c', 'transition', '?transition=a.b'],
] as const)(
  'in the query %j, the selection of another %s results in %j',
  (search, kind, address) => {
    expect(addressOf(new URLSearchParams(search))(kind, 'a.b')).toBe(address);
    expect(chosenBy(new URLSearchParams(address))).toBe('a.b');
  },
);

test('an address without state and transition selects nothing', () => {
  expect(chosenBy(new URLSearchParams('kind=public'))).toBeNull();
});
