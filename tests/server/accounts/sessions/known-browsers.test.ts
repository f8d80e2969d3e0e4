import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { cookieNames } from '#contract/limits.ts';
import { unlockChallenge } from '#server/accounts/sign-in/codes.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { lastCode, rows, startPortal } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const email = 'owner@example.eu';

const portal = portalOfTest(() => startPortal({ settings: { TRUSTED_PROXIES: 'loopback' } }));

/** A browser somewhere: keeps its cookies and tells its visit by one. */
function browser(from: string, visit = `visit from ${from}`) {
  let known: string | undefined;
  async function post(name: 'sendCaptcha' | 'login' | 'liftLock', payload: object) {
    const response = await portal.app.inject({
      method: 'POST',
      url: endpoints[name].path,
      headers: { 'x-forwarded-for': from },
      cookies: {
        [cookieNames.session]: visit,
        ...(known !== undefined && { [cookieNames.browser]: known }),
      },
      payload,
    });
    const given = response.cookies.find(({ name }) => name === cookieNames.browser);
    if (given) known = given.value;
    return { ...response.json(), cookie: given };
  }
  const enter = (code: string, address = email) => post('login', { email: address, code });
  return {
    ask: (address = email) => post('sendCaptcha', { email: address, privacyAccepted: true }),
    enter,
    async enterMailed(address = email) {
      return enter(await lastCode(portal.services, address), address);
    },
    async enterWrong(times: number, address = email) {
      const right = await lastCode(portal.services, address);
      const answers: number[] = [];
      for (let count = 0; count < times; count++)
        answers.push((await enter(right === '000000' ? '111111' : '000000', address)).code);
      return answers;
    },
    lift: (token: string) => post('liftLock', { token }),
    show: (cookie: string) => {
      known = cookie;
    },
  };
}

/** A stranger's six calls. */
async function attack(from = '203.0.113.66', address = email) {
  const stranger = browser(from);
  await stranger.ask(address);
  const [last] = (await stranger.enterWrong(5, address)).reverse();
  // What is mailed next is the last mail.
  portal.clock.advance(1);
  return last;
}

const linkIn = (body: string) => /\/login#lift=(\S+)/.exec(body)?.[1] ?? '';
async function lockMails() {
  const mails = await rows(portal.services, 'mail', { recipient: email });
  return mails.filter(({ body }) => linkIn(body) !== '');
}

describe('six calls of a stranger', () => {
  test('lock the stranger, and nobody somewhere else', async () => {
    expect(await attack()).toBe(codes.locked);
    expectCode(await browser('203.0.113.66', 'a new visit').ask(), codes.locked);
    const owner = browser('192.0.2.1');
    expectCode(await owner.ask(), codes.ok);
    expectCode(await owner.enterMailed(), codes.ok);
  });

  test('from the same network do not lock a browser that signed in before', async () => {
    const owner = browser('192.0.2.1');
    await owner.ask();
    await owner.enterMailed();
    portal.clock.advance(MINUTE);
    expect(await attack('192.0.2.1')).toBe(codes.locked);
    expectCode(await owner.ask(), codes.ok);
    expectCode(await owner.enterMailed(), codes.ok);
    expectCode(await browser('192.0.2.1', 'another').ask(), codes.locked);
  });

  test('from anywhere keep no lead out of the desk', async () => {
    const address = 'lead@example.eu';
    await signInAs(portal, address, ['lead']);
    portal.clock.advance(MINUTE);
    const lead = browser('192.0.2.1');
    await lead.ask(address);
    await lead.enterMailed(address);
    portal.clock.advance(MINUTE);
    for (const number of [1, 2, 3, 4]) await attack(`203.0.113.${number}`, address);
    await attack('192.0.2.1', address);
    await lead.ask(address);
    expectCode(await lead.enterMailed(address), codes.ok);
  });
});

describe('a browser that signed in before', () => {
  test('is locked by its own five wrong codes, for 24 hours', async () => {
    const owner = browser('192.0.2.1');
    await owner.ask();
    await owner.enterMailed();
    portal.clock.advance(MINUTE);
    await owner.ask();
    expect((await owner.enterWrong(5)).at(-1)).toBe(codes.locked);
    portal.clock.advance(24 * HOUR - 1);
    expectCode(await owner.ask(), codes.locked);
    portal.clock.advance(1);
    expectCode(await owner.ask(), codes.ok);
  });

  test('is known for that address alone, and by no cookie that somebody made up', async () => {
    const owner = browser('192.0.2.1');
    await owner.ask();
    const { cookie } = await owner.enterMailed();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    portal.clock.advance(MINUTE);
    await attack('192.0.2.1', 'other@example.eu');
    expectCode(await owner.ask('other@example.eu'), codes.locked);
    await attack('192.0.2.1');
    const [id = '', signature = ''] = cookie?.value.split('.') ?? [];
    const forger = browser('192.0.2.1', 'forger');
    for (const value of [id, `${id}.`, `${id}x.${signature}`, `${id}.${signature.slice(1)}`, '.']) {
      forger.show(value);
      expectCode(await forger.ask(), codes.locked);
    }
    forger.show(cookie?.value ?? '');
    expectCode(await forger.ask(), codes.ok);
  });

  test('stays known for each of several addresses', async () => {
    const family = browser('192.0.2.1');
    for (const address of [email, 'other@example.eu']) {
      await family.ask(address);
      await family.enterMailed(address);
    }
    portal.clock.advance(MINUTE);
    for (const address of [email, 'other@example.eu']) {
      await attack('192.0.2.1', address);
      expectCode(await family.ask(address), codes.ok);
    }
  });
});

describe('a code', () => {
  test('is of the browser that asked for it; another one’s tries are not counted', async () => {
    const owner = browser('192.0.2.1');
    await owner.ask();
    const neighbour = browser('192.0.2.1', 'another visit');
    expect(await neighbour.enterWrong(7)).toEqual(Array(7).fill(codes.expiredCode));
    expectCode(await neighbour.enterMailed(), codes.expiredCode);
    expectCode(await owner.enterMailed(), codes.ok);
  });

  test('follows the browser that asked, into whichever network; the tries there are counted', async () => {
    const home = browser('192.0.2.1', 'one visit');
    await home.ask();
    // What it asks for another address is not that one.
    portal.clock.advance(1000);
    expectCode(await home.ask('other@example.eu'), codes.ok);
    const onTheRoad = browser('198.51.100.9', 'one visit');
    expect(await onTheRoad.enterWrong(2)).toEqual(Array(2).fill(codes.wrongCode));
    expectCode(await browser('198.51.100.9', 'another').enterMailed(), codes.expiredCode);
    expectCode(await onTheRoad.enterMailed(), codes.ok);
    portal.clock.advance(MINUTE);
    await home.ask();
    const answers = [...(await onTheRoad.enterWrong(3)), ...(await home.enterWrong(2))];
    expect(answers).toEqual([...Array(4).fill(codes.wrongCode), codes.locked]);
  });

  test('is taken on the road also when a stranger asked later', async () => {
    await browser('192.0.2.1', 'one visit').ask();
    const code = await lastCode(portal.services, email);
    portal.clock.advance(MINUTE);
    expectCode(await browser('203.0.113.66').ask(), codes.ok);
    expectCode(await browser('198.51.100.9', 'one visit').enter(code), codes.ok);
  });

  test('that was asked for again elsewhere is the newer one', async () => {
    await browser('192.0.2.1', 'one visit').ask();
    portal.clock.advance(MINUTE);
    const onTheRoad = browser('198.51.100.9', 'one visit');
    await onTheRoad.ask();
    expectCode(await browser('192.0.2.1', 'one visit').enterMailed(), codes.ok);
  });

  test('that a lock made worthless is not sent any more', async () => {
    await attack();
    const mails = await rows(portal.services, 'mail', { recipient: email });
    const [code] = mails.filter(({ topic }) => topic?.startsWith('code '));
    expect(code).toMatchObject({ valid_until: portal.services.now() - 1, sent_at: null });
  });
});

describe('the mail about a lock', () => {
  test('has a link that lifts it once, and makes the browser known that follows it', async () => {
    const owner = browser('192.0.2.1');
    await owner.ask();
    await owner.enterWrong(5);
    const [mail] = await lockMails();
    expect(mail?.subject).toBe('Sign-in with your address was blocked');
    const token = linkIn(mail?.body ?? '');
    expectCode(await browser('203.0.113.66').lift(`${token}x`), codes.unknownLink);
    const elsewhere = browser('198.51.100.1');
    expectCode(await elsewhere.lift(token), codes.ok);
    expectCode(await elsewhere.lift(token), codes.unknownLink);
    portal.clock.advance(MINUTE);
    expectCode(await owner.ask(), codes.ok);
    expectCode(await owner.enterMailed(), codes.ok);
    await attack('198.51.100.1');
    expectCode(await elsewhere.ask(), codes.ok);
  });

  test('is one a lock, and its token is nowhere but there', async () => {
    await attack();
    await attack();
    const mails = await lockMails();
    expect(mails).toHaveLength(1);
    const kept = JSON.stringify(await rows(portal.services, 'challenge'));
    expect(kept).not.toContain(linkIn(mails[0]?.body ?? ''));
  });

  test('goes to an address without an account alike', async () => {
    await attack('203.0.113.66', 'nobody@example.eu');
    const mails = await rows(portal.services, 'mail', { recipient: 'nobody@example.eu' });
    expect(mails.filter(({ body }) => linkIn(body) !== '')).toHaveLength(1);
  });
});

test('what was counted before senders were told apart is still counted', async () => {
  const lockedUntil = portal.services.now() + HOUR;
  await portal.services.store.db
    .insertInto('challenge')
    .values({ email, sender: '', state: 'locked', wrong_tries: 5, locked_until: lockedUntil })
    .execute();
  expect(await browser('192.0.2.1').ask()).toMatchObject({
    code: codes.locked,
    data: { lockedUntil },
  });
});

test('what was counted then of another address does not count', async () => {
  const lockedUntil = portal.services.now() + HOUR;
  const locked = {
    sender: '',
    state: 'locked',
    wrong_tries: 5,
    locked_until: lockedUntil,
  } as const;
  await portal.services.store.db
    .insertInto('challenge')
    .values({ email: 'other@example.eu', ...locked })
    .execute();
  const asking = browser('192.0.2.1');
  expectCode(await asking.ask(), codes.ok);
  expectCode(await asking.enterMailed(), codes.ok);
});

test('what was counted then of another address stays when one is unlocked', async () => {
  const locked = { sender: '', state: 'locked', wrong_tries: 5 } as const;
  const lockedUntil = portal.services.now() + HOUR;
  const addresses = [email, 'other@example.eu'];
  const values = addresses.map((one) => ({ ...locked, email: one, locked_until: lockedUntil }));
  const { store } = portal.services;
  await store.db.insertInto('challenge').values(values).execute();
  const scope = (trx: Scope['trx']) => ({ services: portal.services, trx });
  expect(await store.transact((trx) => unlockChallenge(scope(trx), email, { role: 'lead' }))).toBe(
    true,
  );
  expect(await rows(portal.services, 'challenge', { sender: '', state: 'locked' })).toMatchObject([
    { email: 'other@example.eu', locked_until: lockedUntil },
  ]);
});
