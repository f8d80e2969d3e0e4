import { describe, expect, test } from 'vitest';
import {
  codeAllowances,
  linkAllowance,
  mailboxOf,
  strangersCodeAllowances,
  tryAllowances,
} from '#server/accounts/sign-in/code-limits.ts';
import { resealed, seal, unseal } from '#server/accounts/sign-in/secrets.ts';
import {
  digestAs,
  type Sender,
  senderKeys,
  signInDigests,
  visitDigests,
} from '#server/accounts/sign-in/senders.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { RateLimit } from '#server/platform/http/rate-limiter.ts';

const [OLD, NEW] = ['old secret: more than 32 characters', 'new secret: more than 32 characters'];
const before = readConfig({ SECRET: OLD });
const config = readConfig({ SECRET: NEW });
const both = readConfig({ SECRET: `${NEW},${OLD}` });

describe('a sealed secret', () => {
  const secret = Buffer.from('key of an authenticator app');

  test('opens under its own secret, also while that is the one before, and under no other', () => {
    const sealed = seal(before, secret);
    expect(unseal(before, sealed)).toEqual(secret);
    expect(unseal(both, sealed)).toEqual(secret);
    expect(unseal(config, sealed)).toBeNull();
  });

  test('is another text each time, which shows nothing of it', () => {
    const texts = Array.from({ length: 50 }, () => seal(config, secret));
    expect(new Set(texts.map((text) => text.slice(0, 16))).size).toBe(50);
    for (const text of texts) expect(Buffer.from(text, 'base64').includes(secret)).toBe(false);
  });

  test('does not open once a bit of it is changed, wherever that is', () => {
    const bytes = Buffer.from(seal(config, secret), 'base64');
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(unseal(config, changed.toString('base64'))).toBeNull();
    }
  });

  test.each(['', 'AAAA', 'of no length', Buffer.alloc(27).toString('base64')])(
    'is not %j',
    (text) => {
      expect(unseal(config, text)).toBeNull();
      expect(resealed(both, text)).toBeNull();
    },
  );

  test('is sealed anew after a change of the secret, once', () => {
    const anew = resealed(both, seal(before, secret));
    expect(anew && unseal(config, anew)).toEqual(secret);
    expect(resealed(both, anew ?? '')).toBe(anew);
  });
});

const sender: Sender = {
  email: 'owner@example.eu',
  network: '192.0.2.1',
  visit: 'visit-1',
  knownBrowser: null,
};

describe('the tries that count together', () => {
  const keyOf = (other: Partial<Sender> = {}) => senderKeys(config, { ...sender, ...other })[0];

  test('are those of a visit at an address, in whichever network', () => {
    expect(keyOf({ network: '192.0.2.2' })).toBe(keyOf());
    for (const other of [{ visit: 'visit-2' }, { email: 'other@example.eu' }, { visit: null }])
      expect(keyOf(other)).not.toBe(keyOf());
  });

  test('or of a network, where the browser has no cookies', () => {
    const own = keyOf({ visit: null });
    expect(keyOf({ visit: null, network: '192.0.2.2' })).not.toBe(own);
    expect(keyOf({ visit: null, email: 'other@example.eu' })).not.toBe(own);
  });

  test('or of a browser that signed in before, in whichever network', () => {
    const own = keyOf({ knownBrowser: 'b1' });
    expect(keyOf({ knownBrowser: 'b1', network: '192.0.2.2' })).toBe(own);
    for (const other of [{}, { knownBrowser: 'b2' }, { knownBrowser: sender.network }])
      expect(keyOf(other)).not.toBe(own);
  });

  test('or of the account that names a contact address', () => {
    const own = keyOf({ contactOf: 'a1' });
    expect(keyOf({ contactOf: 'a1', network: '192.0.2.2', knownBrowser: 'b1' })).toBe(own);
    for (const other of [{}, { contactOf: 'a2' }, { knownBrowser: 'a1' }])
      expect(keyOf(other)).not.toBe(own);
  });
});

test('digests are keyed: 256 bits that nobody makes without the secret', () => {
  const [digest] = signInDigests(config, 'code', '123456');
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(signInDigests(before, 'code', '123456')[0]).not.toBe(digest);
  expect(signInDigests(config, 'code1', '23456')[0]).not.toBe(digest);
  expect(signInDigests(both, 'code', '123456')).toEqual([
    digest,
    signInDigests(before, 'code', '123456')[0],
  ]);
});

test('what the secret before made is found, all else is made by the new one', () => {
  const digests = signInDigests(both, 'code', '123456');
  expect(digestAs(digests[1] ?? '', digests)).toBe(digests[1]);
  for (const stored of [null, 'unknown', digests[0]])
    expect(digestAs(stored, digests)).toBe(digests[0]);
});

test('a browser without cookies is of no visit', () => {
  expect(visitDigests(config, { ...sender, visit: null })).toBeNull();
  const [own] = visitDigests(config, sender) ?? [];
  expect(visitDigests(config, { ...sender, email: 'other@example.eu' })?.[0]).not.toBe(own);
});

describe('limits', () => {
  const limits = readConfig(
    { CODES_IN_ALL: '9' },
    {
      CODES_PER_NETWORK: 8,
      CODES_PER_MAILBOX: 7,
      CODES_PER_ADDRESS: 5,
      WRONG_CODES_PER_NETWORK: 4,
      WRONG_CODES_PER_ADDRESS: 3,
    },
  );
  const shown = (allowances: readonly RateLimit[]) =>
    allowances.map(({ subject, count, period }) => [subject, count, period]);
  const known = { ...sender, knownBrowser: 'b1' };
  const contact = { ...sender, visit: null, contactOf: 'a1' };
  const DAY = 86_400_000;

  test('of codes are those of a mailbox, an address, half of it a network, and a reserve of a day', () => {
    const email = 'own.er+cars@example.eu';
    const { own, shared, reserve } = codeAllowances(limits, { ...sender, email }, null);
    expect(shown(own)).toEqual([['own.er+cars@example.eu\n192.0.2.1', 3, undefined]]);
    expect(shown(shared)).toEqual([
      ['owner@example.eu', 7, undefined],
      ['own.er+cars@example.eu', 5, undefined],
    ]);
    expect(shown(reserve)).toEqual([
      ['owner@example.eu\n192.0.2.1', 1, DAY],
      ['owner@example.eu', 35, DAY],
    ]);
    expect(shown(strangersCodeAllowances(limits, '192.0.2.1'))).toEqual([
      ['', 9, undefined],
      ['192.0.2.1', 8, undefined],
    ]);
  });

  test('are other ones, all of them, once those of the address were reset', () => {
    for (const one of [sender, known]) {
      const before = Object.values(codeAllowances(limits, one, null)).flat();
      const after = Object.values(codeAllowances(limits, one, 1000)).flat();
      expect(after.map(({ subject }) => subject)).toEqual(
        before.map(({ subject }) => `${subject}\n1000`),
      );
    }
  });

  test('of wrong codes are an hour’s of a network, and a day’s of a contact address', () => {
    expect(shown(tryAllowances(limits, sender))).toEqual([['192.0.2.1', 4, undefined]]);
    expect(shown(tryAllowances(limits, contact))).toEqual([
      ['192.0.2.1', 4, undefined],
      ['owner@example.eu', 3, DAY],
    ]);
  });

  test('of a browser that signed in before are its own, which nobody else uses up', () => {
    const { own, shared, reserve } = codeAllowances(limits, known, null);
    expect(shown(own)).toEqual([['owner@example.eu\nb1', 5, undefined]]);
    expect([...shared, ...reserve, ...tryAllowances(limits, known)]).toEqual([]);
  });

  test('have kinds of their own, so that none is counted for another', () => {
    const every = [
      ...[sender, known].flatMap((one) => Object.values(codeAllowances(limits, one, null)).flat()),
      ...strangersCodeAllowances(limits, '192.0.2.1'),
      ...tryAllowances(limits, contact),
      linkAllowance(sender.email),
    ];
    expect(new Set(every.map(({ kind }) => kind)).size).toBe(every.length);
  });

  test.each([
    ['Anna.Nowak+cars+x@Example.EU', 'annanowak@example.eu'],
    ['a.b@c.d.eu', 'ab@c.d.eu'],
    ['"a@b"@c.eu', '"a@b"@c.eu'],
  ])('%s is the mailbox %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });
});
