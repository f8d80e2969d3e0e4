import { describe, expect, test } from 'vitest';
import { resealed, seal, unseal } from '#server/accounts/sign-in/secrets.ts';
import {
  digestAs,
  type Sender,
  senderKeys,
  signInDigests,
  visitDigests,
} from '#server/accounts/sign-in/senders.ts';
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

const sender: Sender = {
  email: 'owner@example.eu',
  network: '192.0.2.1',
  visit: 'visit-1',
  knownBrowser: null,
};

describe('attempts count together', () => {
  const keyOf = (other: Partial<Sender> = {}) => senderKeys(config, { ...sender, ...other })[0];

  test('for one visit and one address, in any network', () => {
    expect(keyOf({ network: '192.0.2.2' })).toBe(keyOf());
    for (const other of [{ visit: 'visit-2' }, { email: 'other@example.eu' }, { visit: null }])
      expect(keyOf(other)).not.toBe(keyOf());
  });

  test('for one network, of browsers without cookies', () => {
    const own = keyOf({ visit: null });
    expect(keyOf({ visit: null, network: '192.0.2.2' })).not.toBe(own);
    expect(keyOf({ visit: null, email: 'other@example.eu' })).not.toBe(own);
  });

  test('for one browser that signed in before, in any network', () => {
    const own = keyOf({ knownBrowser: 'b1' });
    expect(keyOf({ knownBrowser: 'b1', network: '192.0.2.2' })).toBe(own);
    for (const other of [{}, { knownBrowser: 'b2' }, { knownBrowser: sender.network }])
      expect(keyOf(other)).not.toBe(own);
  });

  test('for one account that names a contact address', () => {
    const own = keyOf({ contactOf: 'a1' });
    expect(keyOf({ contactOf: 'a1', network: '192.0.2.2', knownBrowser: 'b1' })).toBe(own);
    for (const other of [{}, { contactOf: 'a2' }, { knownBrowser: 'a1' }])
      expect(keyOf(other)).not.toBe(own);
  });
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

test('a digest made with the old secret is found, and new digests use the new secret', () => {
  const digests = signInDigests(both, 'code', '123456');
  expect(digestAs(digests[1] ?? '', digests)).toBe(digests[1]);
  for (const stored of [null, 'unknown', digests[0]])
    expect(digestAs(stored, digests)).toBe(digests[0]);
});

test('a browser without cookies has no visit', () => {
  expect(visitDigests(config, { ...sender, visit: null })).toBeNull();
  const [own] = visitDigests(config, sender) ?? [];
  expect(visitDigests(config, { ...sender, email: 'other@example.eu' })?.[0]).not.toBe(own);
});
