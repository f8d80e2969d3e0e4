import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { cookieNames } from '#contract/limits.ts';
import { unlockByStaff } from '#server/accounts/sign-in/unlock-address.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { lastCode, rows, startPortal } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const email = 'owner@example.eu';

const portal = portalOfTest(() => startPortal({ settings: { TRUSTED_PROXIES: 'loopback' } }));

/** A browser in a network, with its cookies; one names its visit. */
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
  // Makes the next mail the last one.
  portal.clock.advance(1);
  return last;
}

const linkIn = (body: string) => /\/login#lift=(\S+)/.exec(body)?.[1] ?? '';
async function lockMails() {
  const mails = await rows(portal.services, 'mail', { recipient: email });
  return mails.filter(({ body }) => linkIn(body) !== '');
}

describe('six calls of a stranger', () => {
  test('lock the stranger, and nobody elsewhere', async () => {
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

  test('from anywhere lock no lead out', async () => {
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

  test('is known for that address only, and not by an invented cookie', async () => {
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
  test('belongs to the browser that asked for it; tries of others are not counted', async () => {
    const owner = browser('192.0.2.1');
    await owner.ask();
    const neighbour = browser('192.0.2.1', 'another visit');
    expect(await neighbour.enterWrong(7)).toEqual(Array(7).fill(codes.expiredCode));
    expectCode(await neighbour.enterMailed(), codes.expiredCode);
    expectCode(await owner.enterMailed(), codes.ok);
  });

  test('works for the browser that asked in any network; tries there are counted', async () => {
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

  test('works in another network also when a stranger asked later', async () => {
    await browser('192.0.2.1', 'one visit').ask();
    const code = await lastCode(portal.services, email);
    portal.clock.advance(MINUTE);
    expectCode(await browser('203.0.113.66').ask(), codes.ok);
    expectCode(await browser('198.51.100.9', 'one visit').enter(code), codes.ok);
  });

  test('that was requested again elsewhere is replaced', async () => {
    await browser('192.0.2.1', 'one visit').ask();
    portal.clock.advance(MINUTE);
    const onTheRoad = browser('198.51.100.9', 'one visit');
    await onTheRoad.ask();
    expectCode(await browser('192.0.2.1', 'one visit').enterMailed(), codes.ok);
  });

  test('is not mailed any more once a lock made it worthless', async () => {
    await attack();
    const mails = await rows(portal.services, 'mail', { recipient: email });
    const [code] = mails.filter(({ topic }) => topic?.startsWith('code '));
    expect(code).toMatchObject({ valid_until: portal.services.now() - 1, sent_at: null });
  });
});

describe('the mail about a lock', () => {
  test('has a link that lifts it once and makes the browser known', async () => {
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

  test('is sent once a lock, and its token is nowhere else', async () => {
    await attack();
    await attack();
    const mails = await lockMails();
    expect(mails).toHaveLength(1);
    const storedRows = JSON.stringify(await rows(portal.services, 'challenge'));
    expect(storedRows).not.toContain(linkIn(mails[0]?.body ?? ''));
  });

  test('is the same for an address without an account', async () => {
    await attack('203.0.113.66', 'nobody@example.eu');
    const mails = await rows(portal.services, 'mail', { recipient: 'nobody@example.eu' });
    expect(mails.filter(({ body }) => linkIn(body) !== '')).toHaveLength(1);
  });
});

test('unlocking an address leaves the locks of another', async () => {
  const locked = { sender: 'some digest', state: 'locked', wrong_tries: 5 } as const;
  const lockedUntil = portal.services.now() + HOUR;
  const addresses = [email, 'other@example.eu'];
  const values = addresses.map((one) => ({ ...locked, email: one, locked_until: lockedUntil }));
  const { store } = portal.services;
  await store.db.insertInto('challenge').values(values).execute();
  const scope = (trx: Scope['trx']) => ({ services: portal.services, trx });
  expect(await store.transact((trx) => unlockByStaff(scope(trx), email, { role: 'lead' }))).toBe(
    true,
  );
  expect(
    await rows(portal.services, 'challenge', { sender: 'some digest', state: 'locked' }),
  ).toMatchObject([{ email: 'other@example.eu', locked_until: lockedUntil }]);
});
