import { describe, expect, test } from 'vitest';
import { resealed, seal, unseal } from '#server/accounts/sign-in/secrets.ts';
import { type Sender, senderKeys, signInDigests } from '#server/accounts/sign-in/senders.ts';
import { readConfig } from '#server/platform/config/config.ts';

const [OLD, NEW] = ['old secret: more than 32 characters', 'new secret: more than 32 characters'];
const before = readConfig({ SECRET: OLD });
const config = readConfig({ SECRET: NEW });
const both = readConfig({ SECRET: `${NEW},${OLD}` });

describe('a sealed secret', () => {
  const secret = Buffer.from('key of an authenticator app');

  test('opens with the SECRET that sealed it, also if that is now the old one, and with no other', () => {
    const sealed = seal(before, secret);
    expect(unseal(before, sealed)).toEqual(secret);
    expect(unseal(both, sealed)).toEqual(secret);
    expect(unseal(config, sealed)).toBeNull();
  });

  test('differs each time and does not contain its content', () => {
    const texts = Array.from({ length: 50 }, () => seal(config, secret));
    expect(new Set(texts.map((text) => text.slice(0, 16))).size).toBe(50);
    for (const text of texts) expect(Buffer.from(text, 'base64').includes(secret)).toBe(false);
  });

  test('does not open after any bit is changed', () => {
    const bytes = Buffer.from(seal(config, secret), 'base64');
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(unseal(config, changed.toString('base64'))).toBeNull();
    }
  });

  test.each(['', 'AAAA', 'of no length', Buffer.alloc(27).toString('base64')])(
    'cannot be %j',
    (text) => {
      expect(unseal(config, text)).toBeNull();
      expect(resealed(both, text)).toBeNull();
    },
  );

  test('is resealed once after a change of SECRET', () => {
    const resealedValue = resealed(both, seal(before, secret));
    expect(resealedValue && unseal(config, resealedValue)).toEqual(secret);
    expect(resealed(both, resealedValue ?? '')).toBe(resealedValue);
  });
});

const here: Sender = {
  email: 'owner@example.eu',
  network: '192.0.2.1',
  visit: 'visit-1',
  knownBrowser: null,
};
const [elsewhere, other] = [{ network: '192.0.2.2' }, { email: 'other@example.eu' }];

test.each<[string, Partial<Sender>, same: Partial<Sender>[], others: Partial<Sender>[]]>([
  ['one visit', {}, [elsewhere], [other, { visit: 'visit-2' }, { visit: null }]],
  ['one network, without cookies', { visit: null }, [], [other, elsewhere, { visit: 'visit-1' }]],
  [
    'one browser that signed in before',
    { knownBrowser: 'b1' },
    [elsewhere],
    [other, { knownBrowser: null }, { knownBrowser: 'b2' }, { knownBrowser: here.network }],
  ],
  [
    'one account that names a contact address',
    { contactOf: 'a1' },
    [{ ...elsewhere, knownBrowser: 'b1' }],
    [other, { contactOf: 'a2' }],
  ],
])('attempts of %s at an address count together', (_, own, same, others) => {
  const keyOf = (change: Partial<Sender>) => senderKeys(config, { ...here, ...own, ...change })[0];
  for (const change of same) expect(keyOf(change)).toBe(keyOf({}));
  const keys = [{}, ...others].map(keyOf);
  expect(new Set(keys).size).toBe(keys.length);
});

test('digests are keyed with the secret, and have 256 bits', () => {
  const [digest] = signInDigests(config, 'code', '123456');
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(signInDigests(before, 'code', '123456')[0]).not.toBe(digest);
  expect(signInDigests(config, 'code1', '23456')[0]).not.toBe(digest);
  expect(signInDigests(both, 'code', '123456')).toEqual([
    digest,
    signInDigests(before, 'code', '123456')[0],
  ]);
});
