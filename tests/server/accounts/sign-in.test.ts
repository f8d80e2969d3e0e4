import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { lastCode, startPortal } from '../fixture.ts';

// Durations of the specification, not imported from the machine.
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const email = 'owner@example.eu';

const portal = portalOfTest(startPortal);

const rows = (table: 'account' | 'challenge' | 'mail' | 'session') =>
  portal.services.store.db.selectFrom(table).selectAll().execute();
const request = (address = email) =>
  portal.call('sendCaptcha', { email: address, privacyAccepted: true });
const submit = (code: string, address = email) =>
  portal.call('login', { email: address, code }, {});
const mailed = (address = email) => lastCode(portal.services, address);
/** A code that is not the one that was sent. */
const wrong = async (address = email) =>
  ((await mailed(address)) === '000000' ? '1' : '0').repeat(6);

/** Enters wrong codes and returns the responses. */
async function fail(times: number, address = email) {
  const shown: [number, unknown][] = [];
  for (let count = 0; count < times; count++) {
    const { code, data } = await submit(await wrong(address), address);
    shown.push([code, data]);
  }
  return shown;
}

describe('a code', () => {
  test('is valid until a millisecond before ten minutes are over, and works once', async () => {
    await request();
    portal.clock.advance(10 * MINUTE - 1);
    const code = await mailed();
    expectCode(await submit(code), 200);
    expectCode(await submit(code), codes.expiredCode);
    await request();
    portal.clock.advance(10 * MINUTE);
    expectCode(await submit(await mailed()), codes.expiredCode);
  });

  test('opens one session when it is entered concurrently', async () => {
    await request();
    const code = await mailed();
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(code)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(await rows('session')).toHaveLength(1);
  });

  test('is replaced by the next one, and valid for one address, in any case and with spaces', async () => {
    await request();
    const first = await mailed();
    portal.clock.advance(30 * SECOND);
    await request('  Owner@Example.EU ');
    await request('other@example.eu');
    const [second, others] = [await mailed(), await mailed('other@example.eu')];
    // One in a million times two codes are the same.
    if (first !== second) expectCode(await submit(first), codes.wrongCode);
    if (others !== second) expectCode(await submit(others), codes.wrongCode);
    expectCode(await submit(` ${second} `, 'OWNER@example.eu'), 200);
  });
});

test.each([
  ['anna@παράδειγμα.ευ', 'anna@xn--hxajbheg2az3al.xn--qxa6a'],
  ['Anna@Müller.de', 'anna@xn--mller-kva.de'],
])('%s signs in, as the account of %s', async (typed, stored) => {
  expectCode(await request(typed), codes.ok);
  const { data } = await submit(await mailed(stored), typed);
  portal.clock.advance(MINUTE);
  await request(stored);
  const again = await submit(await mailed(stored), stored);
  const users = [data, again.data].map(({ token }) => portal.call('currentUser', {}, { token }));
  for (const { data: user } of await Promise.all(users))
    expect(user).toMatchObject({ email: stored });
  expect(await rows('account')).toHaveLength(1);
});

describe('a further code', () => {
  test('is rejected for thirty seconds, and then sent', async () => {
    await request();
    portal.clock.advance(30 * SECOND - 1);
    expectAnswer(await request(), { code: codes.tooSoon, data: { retryAfter: 1 } });
    portal.clock.advance(1);
    expectCode(await request(), 200);
    expect(await rows('mail')).toHaveLength(2);
  });

  test('is mailed once when it is requested concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => request()));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await rows('mail')).toHaveLength(1);
  });
});

describe('wrong codes', () => {
  test('lock the address at the fifth, for the right code too, to the last millisecond of 24 hours', {
    tags: ['4-lock', '9-lock'],
  }, async () => {
    await request();
    const lockedUntil = portal.services.now() + DAY;
    await fail(4);
    expect(await fail(1)).toEqual([[codes.locked, { lockedUntil }]]);
    expectAnswer(await submit(await mailed()), { status: 423, data: { lockedUntil } });
    portal.clock.set(lockedUntil - 1);
    expectAnswer(await request(), { status: 423, data: { lockedUntil } });
    expectCode(await submit('123456'), codes.locked);
    // The code, and the mail about the lock.
    expect(await rows('mail')).toHaveLength(2);
  });

  test('that arrive concurrently are limited to five', async () => {
    await request();
    const code = await wrong();
    const answers = await Promise.all(Array.from({ length: 12 }, () => submit(code)));
    const wrongOnes = answers.filter((answer) => answer.code === codes.wrongCode);
    expect(wrongOnes).toHaveLength(4);
    expect(answers.filter((answer) => answer.code === codes.locked)).toHaveLength(8);
  });

  test('of one address do not lock another', async () => {
    await request();
    await request('other@example.eu');
    await fail(5);
    expectCode(await submit(await mailed('other@example.eu'), 'other@example.eu'), 200);
  });
});

describe('the lock', () => {
  const lock = async () => {
    await request();
    await fail(5);
  };

  test('ends no open session', async () => {
    const token = await portal.signIn(email);
    portal.clock.advance(MINUTE);
    await lock();
    expectCode(await portal.call('currentUser', {}, { token }), 200);
  });
});

describe('whether an address has an account', () => {
  const known = email;
  const unknown = 'nobody@example.eu';
  const shown = ({
    status,
    code,
    message,
    data,
    response,
  }: Awaited<ReturnType<typeof request>>) => {
    const { date: _, 'x-request-id': __, ...headers } = response.headers;
    return { status, code, message, data, headers };
  };

  beforeEach(async () => {
    await portal.signIn(known);
    portal.clock.advance(MINUTE);
  });

  test('is not revealed by a request for a code, nor by a repeated one', async () => {
    for (const _ of ['at first', 'too soon'])
      expect(shown(await request(unknown))).toEqual(shown(await request(known)));
  });

  test('is not revealed by wrong codes, up to the lock', async () => {
    await request(known);
    await request(unknown);
    expect(await fail(6, unknown)).toEqual(await fail(6, known));
    expect(await rows('account')).toHaveLength(1);
  });

  test('is not revealed without a requested code', async () => {
    const [first, second] = [await submit('123456', unknown), await submit('123456', known)];
    expectAnswer(first, { code: codes.expiredCode, message: second.message });
    expectCode(second, codes.expiredCode);
  });
});

describe('a session', () => {
  test('ends by log-out, while other sessions of the account continue', async () => {
    const first = await portal.signIn(email);
    portal.clock.advance(MINUTE);
    const second = await portal.signIn(email);
    await portal.call('logout', {}, { token: first });
    expectCode(await portal.call('currentUser', {}, { token: first }), 401);
    expectCode(await portal.call('currentUser', {}, { token: second }), 200);
  });

  const endsIn = async (token: string) =>
    (await portal.call('currentUser', {}, { token })).data.sessionEndsIn;

  test('lasts 365 days from signing in, and is extended to 365 days on request', async () => {
    const token = await portal.signIn(email);
    portal.clock.advance(10 * DAY);
    expect(await endsIn(token)).toBe(355 * DAY);
    portal.clock.advance(355 * DAY - 1);
    const { data } = await portal.call('extendSession', {}, { token });
    expect(data).toEqual({ sessionEndsIn: 365 * DAY });
    portal.clock.advance(364 * DAY);
    expect(await endsIn(token)).toBe(DAY);
  });

  test('is neither revived after its end nor extended by a request of another account', async () => {
    const token = await portal.signIn(email);
    portal.clock.advance(DAY);
    const other = await portal.signIn('other@example.eu');
    await portal.call('extendSession', {}, { token: other });
    portal.clock.advance(364 * DAY);
    expectCode(await portal.call('extendSession', {}, { token }), codes.signedOut);
    expectCode(await portal.call('currentUser', {}, { token }), codes.signedOut);
  });
});
