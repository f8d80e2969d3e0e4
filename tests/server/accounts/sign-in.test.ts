import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { lastCode, startPortal } from '../fixture.ts';

// As the specification says them, not as the machine does.
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const email = 'owner@example.eu';

const portal = portalOfTest(startPortal);

const request = (address = email) =>
  portal.call('sendCaptcha', { email: address, privacyAccepted: true });
const submit = (code: string, address = email) =>
  portal.call('login', { email: address, code }, {});
const mailed = (address = email) => lastCode(portal.services, address);
/** A code that is not the one that was sent. */
const wrong = async (address = email) =>
  ((await mailed(address)) === '000000' ? '1' : '0').repeat(6);

/** Enters so many wrong codes; returns the answer to each. */
async function fail(times: number, address = email) {
  const shown: [number, unknown][] = [];
  for (let count = 0; count < times; count++) {
    const { code, data } = await submit(await wrong(address), address);
    shown.push([code, data]);
  }
  return shown;
}

describe('a code', () => {
  test('is good until a millisecond before ten minutes are over', async () => {
    await request();
    portal.clock.advance(10 * MINUTE - 1);
    expectCode(await submit(await mailed()), 200);
  });

  test('is too old when ten minutes are over', async () => {
    await request();
    portal.clock.advance(10 * MINUTE);
    expectCode(await submit(await mailed()), codes.expiredCode);
  });

  test('is used once', async () => {
    await request();
    const code = await mailed();
    expectCode(await submit(code), 200);
    expectCode(await submit(code), codes.expiredCode);
  });

  test('opens one session when it is entered many times at once', async () => {
    await request();
    const code = await mailed();
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(code)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(await rows('session')).toHaveLength(1);
  });

  test('is drawn anew each time, six digits', async () => {
    const codes = new Set<string>();
    for (let count = 0; count < 5; count++) {
      await request();
      codes.add(await mailed());
      portal.clock.advance(MINUTE);
    }
    expect(codes.size).toBeGreaterThan(1);
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  });

  test('is worth nothing once a further one was sent', async () => {
    await request();
    const first = await mailed();
    portal.clock.advance(30 * SECOND);
    await request();
    // One in a million times both codes are the same.
    const second = await mailed();
    expectCode(await submit(first), first === second ? 200 : codes.wrongCode);
  });

  test('is of one address only', async () => {
    await request();
    await request('other@example.eu');
    const [own, others] = [await mailed(), await mailed('other@example.eu')];
    expectCode(await submit(others), own === others ? 200 : codes.wrongCode);
  });

  test('is taken with the address in other letters and with spaces around both', async () => {
    await request('  Owner@Example.EU ');
    expectCode(await submit(` ${await mailed()} `, 'OWNER@example.eu'), 200);
  });

  test('is in no row, only its digest', async () => {
    await request();
    const [challenge] = await rows('challenge');
    expect(JSON.stringify(challenge)).not.toContain(await mailed());
  });
});

describe('a further code', () => {
  test('is refused until thirty seconds are over, and then sent', async () => {
    await request();
    portal.clock.advance(30 * SECOND - 1);
    expectAnswer(await request(), { code: codes.tooSoon, data: { retryAfter: 1 } });
    portal.clock.advance(1);
    expectCode(await request(), 200);
    expect(await rows('mail')).toHaveLength(2);
  });

  test('is mailed once when it is asked for many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => request()));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await rows('mail')).toHaveLength(1);
  });
});

describe('wrong codes', () => {
  test('are counted down: four leave a try, and the right one is still taken', async () => {
    await request();
    expect(await fail(4)).toEqual(
      [4, 3, 2, 1].map((triesLeft) => [codes.wrongCode, { triesLeft }]),
    );
    expectCode(await submit(await mailed()), 200);
  });

  test('lock the address at the fifth, for the right code too', { tags: ['4-lock'] }, async () => {
    await request();
    const lockedUntil = portal.services.now() + DAY;
    await fail(4);
    expect(await fail(1)).toEqual([[codes.locked, { lockedUntil }]]);
    expectAnswer(await submit(await mailed()), { status: 423, data: { lockedUntil } });
  });

  test('are counted from nothing after a right one', async () => {
    await request();
    await fail(4);
    await submit(await mailed());
    portal.clock.advance(MINUTE);
    await request();
    expect(await fail(1)).toEqual([[codes.wrongCode, { triesLeft: 4 }]]);
  });

  test('are counted on when a further code is sent', async () => {
    await request();
    await fail(4);
    portal.clock.advance(MINUTE);
    expectCode(await request(), 200);
    expect((await fail(1))[0]?.[0]).toBe(codes.locked);
  });

  test('are counted on when the code grew too old meanwhile', async () => {
    await request();
    await fail(4);
    portal.clock.advance(3 * HOUR);
    await request();
    expect((await fail(1))[0]?.[0]).toBe(codes.locked);
  });

  test('that come all at once are five tries and no more', async () => {
    await request();
    const code = await wrong();
    const answers = await Promise.all(Array.from({ length: 12 }, () => submit(code)));
    const wrongOnes = answers.filter((answer) => answer.code === codes.wrongCode);
    expect(wrongOnes).toHaveLength(4);
    expect(answers.filter((answer) => answer.code === codes.locked)).toHaveLength(8);
  });

  test('of one address lock no other', async () => {
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

  test('lasts to the last millisecond of 24 hours; no code is mailed meanwhile', {
    tags: ['4-lock'],
  }, async () => {
    await lock();
    const lockedUntil = portal.services.now() + DAY;
    portal.clock.set(lockedUntil - 1);
    expectAnswer(await request(), { status: 423, data: { lockedUntil } });
    expectCode(await submit('123456'), codes.locked);
    // The code, and that there is a lock.
    expect(await rows('mail')).toHaveLength(2);
  });

  test('is not made longer by trying', async () => {
    await lock();
    const lockedUntil = portal.services.now() + DAY;
    for (const hours of [1, 12, 23]) {
      portal.clock.set(lockedUntil - DAY + hours * HOUR);
      expect(await request()).toMatchObject({ data: { lockedUntil } });
      expect(await submit('123456')).toMatchObject({ data: { lockedUntil } });
    }
    portal.clock.set(lockedUntil);
    expectCode(await request(), 200);
  });

  test('is over when 24 hours are: a new code with five new tries', async () => {
    await lock();
    portal.clock.advance(DAY);
    // The code from before the lock stays worthless.
    expectCode(await submit(await mailed()), codes.expiredCode);
    expectCode(await request(), 200);
    expect(await fail(4)).toEqual(
      [4, 3, 2, 1].map((triesLeft) => [codes.wrongCode, { triesLeft }]),
    );
    expectCode(await submit(await mailed()), 200);
  });

  test('ends no session that was opened before', async () => {
    const token = await portal.signIn(email);
    portal.clock.advance(MINUTE);
    await lock();
    expectCode(await portal.call('currentUser', {}, { token }), 200);
  });
});

describe('whether an address is known', () => {
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

  test('is not told when a code is asked for, nor when a further one is', async () => {
    for (const _ of ['at first', 'too soon'])
      expect(shown(await request(unknown))).toEqual(shown(await request(known)));
  });

  test('is not told by wrong codes, up to the lock', async () => {
    await request(known);
    await request(unknown);
    expect(await fail(6, unknown)).toEqual(await fail(6, known));
  });

  test('is not told where no code was asked for', async () => {
    const [first, second] = [await submit('123456', unknown), await submit('123456', known)];
    expectAnswer(first, { code: codes.expiredCode, message: second.message });
    expectCode(second, codes.expiredCode);
  });

  test('does not change: an account is made by a right code alone', async () => {
    await request(unknown);
    await fail(5, unknown);
    expect(await rows('account')).toHaveLength(1);
  });
});

describe('a session', () => {
  test('lasts a year less a millisecond, not a year', async () => {
    const token = await portal.signIn(email);
    portal.clock.advance(365 * DAY - 1);
    expectCode(await portal.call('currentUser', {}, { token }), 200);
    portal.clock.advance(1);
    expectCode(await portal.call('currentUser', {}, { token }), 401);
  });

  test('ends alone: another one of the same account goes on', async () => {
    const first = await portal.signIn(email);
    portal.clock.advance(MINUTE);
    const second = await portal.signIn(email);
    await portal.call('logout', {}, { token: first });
    expectCode(await portal.call('currentUser', {}, { token: first }), 401);
    expectCode(await portal.call('currentUser', {}, { token: second }), 200);
  });

  test('is kept by a digest of its token alone', async () => {
    const token = await portal.signIn(email);
    expect(JSON.stringify(await rows('session'))).not.toContain(token);
  });
});

function rows(table: 'account' | 'challenge' | 'mail' | 'session') {
  return portal.services.store.db.selectFrom(table).selectAll().execute();
}

describe('a session', () => {
  const endsIn = async (token: string) =>
    (await portal.call('currentUser', {}, { token })).data.sessionEndsIn;

  test('says how long it lasts: 365 days from signing in', async () => {
    const token = await portal.signIn(email);
    portal.clock.advance(10 * DAY);
    expect(await endsIn(token)).toBe(355 * DAY);
  });

  test('goes on for 365 days from when its holder asks for it', async () => {
    const token = await portal.signIn(email);
    portal.clock.advance(365 * DAY - 1);
    const { data } = await portal.call('extendSession', {}, { token });
    expect(data).toEqual({ sessionEndsIn: 365 * DAY });
    portal.clock.advance(364 * DAY);
    expect(await endsIn(token)).toBe(DAY);
  });

  test('is not revived once it has ended, nor lengthened by another’s', async () => {
    const token = await portal.signIn(email);
    portal.clock.advance(DAY);
    const other = await portal.signIn('other@example.eu');
    await portal.call('extendSession', {}, { token: other });
    portal.clock.advance(364 * DAY);
    expectCode(await portal.call('extendSession', {}, { token }), codes.signedOut);
    expectCode(await portal.call('currentUser', {}, { token }), codes.signedOut);
  });
});
