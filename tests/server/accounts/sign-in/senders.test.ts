import { describe, expect, test } from 'vitest';
import { resealed, seal, unseal } from '#server/accounts/sign-in/secrets.ts';
import { signInDigests } from '#server/accounts/sign-in/senders.ts';
import { readConfig } from '#server/platform/config/config.ts';

const [OLD, NEW] = ['old secret: more than 32 characters', 'new secret: more than 32 characters'];
const before = readConfig({ SECRET: OLD });
const config = readConfig({ SECRET: NEW });
const both = readConfig({ SECRET: `${NEW},${OLD}` });

describe('a sealed secret', () => {
  const secret = Buffer.from('key of an authenticator app');

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
