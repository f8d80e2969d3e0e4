import { expect, test } from 'vitest';
import { addressOf, chosenBy } from '#charts/addresses.ts';

test.each([
  ['', 'state', '?state=a.b'],
  ['kind=public&state=c', 'state', '?kind=public&state=a.b'],
  ['kind=public&transition=c', 'state', '?kind=public&state=a.b'],
  ['state=c&level=who', 'transition', '?level=who&transition=a.b'],
  ['transition=c', 'transition', '?transition=a.b'],
] as const)(
  'in %j another %s is chosen by %j, and nothing else changes',
  (search, kind, address) => {
    expect(addressOf(new URLSearchParams(search))(kind, 'a.b')).toBe(address);
    expect(chosenBy(new URLSearchParams(address))).toBe('a.b');
  },
);

test('without a selection, the address has no selection', () => {
  expect(chosenBy(new URLSearchParams('kind=public'))).toBeNull();
});
