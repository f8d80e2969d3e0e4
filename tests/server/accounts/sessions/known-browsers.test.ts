import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { cookieNames } from '#contract/limits.ts';
import { HOUR, MINUTE } from '#lib/words/durations.ts';
import { unlockByStaff } from '#server/accounts/sign-in/unlock-address.ts';
import { browserOf } from '#tests/server/accounts/browser.ts';
import { addRows, lastCode, rows, startPortal } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';

const email = 'owner@example.eu';

const portal = portalOfTest(() => startPortal({ settings: { TRUSTED_PROXIES: 'loopback' } }));

const browser = (from: string, visit = `visit from ${from}`) =>
  browserOf(portal, from, visit, email);

/** Six calls of a stranger: a request for a code, and five wrong codes. */
async function attack(from = '203.0.113.66', address = email) {
  const stranger = browser(from);
  await stranger.ask(address);
  return (await stranger.guess(5, address)).at(-1);
}

test('attacks from its network and others do not lock a browser that signed in before', async () => {
  const owner = browser('192.0.2.1');
  await owner.ask();
  await owner.enterMailed();
  portal.clock.advance(MINUTE);
  for (const number of [1, 2, 3, 4]) await attack(`203.0.113.${number}`);
  expect(await attack('192.0.2.1')).toBe(codes.locked);
  expect(await owner.ask()).toBe(codes.ok);
  expect(await owner.enterMailed()).toBe(codes.ok);
  expect(await browser('192.0.2.1', 'another').ask()).toBe(codes.locked);
});

describe('a browser that signed in before', () => {
  test('is locked by its own five wrong codes, for 24 hours', async () => {
    const owner = browser('192.0.2.1');
    await owner.ask();
    await owner.enterMailed();
    portal.clock.advance(MINUTE);
    await owner.ask();
    const lockedUntil = portal.services.now() + 24 * HOUR;
    expect((await owner.guess(5)).at(-1)).toBe(codes.locked);
    portal.clock.set(lockedUntil - 1);
    expect(await owner.ask()).toBe(codes.locked);
    portal.clock.advance(1);
    expect(await owner.ask()).toBe(codes.ok);
  });

  test('is known for that address only, and not by an invented cookie', async () => {
    const owner = browser('192.0.2.1');
    await owner.ask();
    const code = await lastCode(portal.services, email);
    const { response } = await owner.post('login', { email, code });
    const cookie = response.cookies.find(({ name }) => name === cookieNames.browser);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    portal.clock.advance(MINUTE);
    await attack('192.0.2.1', 'other@example.eu');
    expect(await owner.ask('other@example.eu')).toBe(codes.locked);
    await attack('192.0.2.1');
    const [id = '', signature = ''] = cookie?.value.split('.') ?? [];
    const forger = browser('192.0.2.1', 'forger');
    for (const value of [id, `${id}.`, `${id}x.${signature}`, `${id}.${signature.slice(1)}`, '.']) {
      forger.cookies[cookieNames.browser] = value;
      expect(await forger.ask()).toBe(codes.locked);
    }
    forger.cookies[cookieNames.browser] = cookie?.value ?? '';
    expect(await forger.ask()).toBe(codes.ok);
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
      expect(await family.ask(address)).toBe(codes.ok);
    }
  });
});

describe('a code', () => {
  test('works only in the browser that requested it; attempts in others are not counted', async () => {
    const owner = browser('192.0.2.1');
    await owner.ask();
    const neighbour = browser('192.0.2.1', 'another visit');
    expect(await neighbour.guess(7)).toEqual(Array(7).fill(codes.expiredCode));
    expect(await neighbour.enterMailed()).toBe(codes.expiredCode);
    expect(await owner.enterMailed()).toBe(codes.ok);
  });

  test('works in the requesting browser in any network, and attempts there are counted', async () => {
    const home = browser('192.0.2.1', 'one visit');
    await home.ask();
    // A request for another address does not replace the code.
    portal.clock.advance(1000);
    expect(await home.ask('other@example.eu')).toBe(codes.ok);
    const onTheRoad = browser('198.51.100.9', 'one visit');
    expect(await onTheRoad.guess(2)).toEqual(Array(2).fill(codes.wrongCode));
    expect(await browser('198.51.100.9', 'another').enterMailed()).toBe(codes.expiredCode);
    expect(await onTheRoad.enterMailed()).toBe(codes.ok);
    portal.clock.advance(MINUTE);
    await home.ask();
    const answers = [...(await onTheRoad.guess(3)), ...(await home.guess(2))];
    expect(answers).toEqual([...Array(4).fill(codes.wrongCode), codes.locked]);
  });

  test('works in another network also when a stranger asked later', async () => {
    await browser('192.0.2.1', 'one visit').ask();
    const code = await lastCode(portal.services, email);
    portal.clock.advance(MINUTE);
    expect(await browser('203.0.113.66').ask()).toBe(codes.ok);
    expect(await browser('198.51.100.9', 'one visit').enter(code)).toBe(codes.ok);
  });

  test('that was requested again elsewhere is replaced', async () => {
    await browser('192.0.2.1', 'one visit').ask();
    portal.clock.advance(MINUTE);
    const onTheRoad = browser('198.51.100.9', 'one visit');
    await onTheRoad.ask();
    expect(await browser('192.0.2.1', 'one visit').enterMailed()).toBe(codes.ok);
  });

  test('is not mailed after a lock made it invalid', async () => {
    await attack();
    const mails = await rows(portal.services, 'mail', { recipient: email });
    const [code] = mails.filter(({ topic }) => topic?.startsWith('code '));
    expect(code).toMatchObject({ valid_until: portal.services.now() - 1, sent_at: null });
  });
});

test('the mail about a lock has a link that lifts the lock once and makes the browser known', async () => {
  const owner = browser('192.0.2.1');
  await owner.ask();
  await owner.guess(5);
  const mails = await rows(portal.services, 'mail', { recipient: email });
  const mail = mails.find(({ body }) => body.includes('#lift='));
  expect(mail?.subject).toBe('Sign-in with your address was blocked');
  const token = /\/login#lift=(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
  expect(await browser('203.0.113.66').lift(`${token}x`)).toBe(codes.unknownLink);
  const elsewhere = browser('198.51.100.1');
  expect(await elsewhere.lift(token)).toBe(codes.ok);
  expect(await elsewhere.lift(token)).toBe(codes.unknownLink);
  portal.clock.advance(MINUTE);
  expect(await owner.ask()).toBe(codes.ok);
  expect(await owner.enterMailed()).toBe(codes.ok);
  await attack('198.51.100.1');
  expect(await elsewhere.ask()).toBe(codes.ok);
});

test('unlocking an address leaves the locks of another', async () => {
  const locked = { sender: 'some digest', state: 'locked', wrong_tries: 5 } as const;
  const lockedUntil = portal.services.now() + HOUR;
  const addresses = [email, 'other@example.eu'];
  const values = addresses.map((one) => ({ ...locked, email: one, locked_until: lockedUntil }));
  const { services } = portal;
  await addRows(services, 'challenge', ...values);
  const unlocked = await services.store.transact((trx) =>
    unlockByStaff({ services, trx }, email, { role: 'lead' }),
  );
  expect(unlocked).toBe(true);
  const left = await rows(services, 'challenge', { sender: 'some digest', state: 'locked' });
  expect(left).toMatchObject([{ email: 'other@example.eu', locked_until: lockedUntil }]);
});
