import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { DAY, HOUR, SECOND } from '#lib/words/durations.ts';
import { build } from '#server/build.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { lastCode, rows, startPortal } from '../fixture.ts';
import { askFrom, browserOf } from './browser.ts';
import { signInAs } from './staff/staff.ts';

const email = 'owner@example.eu';

const limitNames = [
  'CODES_PER_ADDRESS',
  'CODES_PER_MAILBOX',
  'CODES_PER_NETWORK',
  'CODES_IN_ALL',
  'WRONG_CODES_PER_NETWORK',
  'WRONG_CODES_PER_ADDRESS',
] as const;
const unset = readConfig({});
/** Default limits. */
const defaults = Object.fromEntries(limitNames.map((name) => [name, String(unset[name])]));

const portal = portalOfTest(() =>
  startPortal({ settings: { ...defaults, TRUSTED_PROXIES: 'loopback' } }),
);
let visits = 0;

/** A browser that never signed in. */
const browser = (from: string, address = email) =>
  browserOf(portal, from, `visit ${++visits}`, address);

const networks = (count: number) =>
  Array.from({ length: count }, (_, index) => `203.0.${Math.floor(index / 250)}.${index % 250}`);

const person = () => browser('192.0.2.1');
/** The owner, who asked for a code and has not entered it yet. */
async function ownerWithCode() {
  const owner = person();
  await owner.ask();
  const code = await lastCode(portal.services, email);
  portal.clock.advance(1);
  return { owner, code };
}
/** Asks for a code from each of the networks and enters five wrong ones. */
async function attack(count: number, address = email) {
  const answers: number[][] = [];
  for (const network of networks(count)) {
    const attacker = browser(network, address);
    answers.push([await attacker.ask(), ...(await attacker.guess())]);
  }
  return answers;
}

const linkIn = (body: string) => /\/login#lift=(\S+)/.exec(body)?.[1];
const mailsTo = async (address = email) => rows(portal.services, 'mail', { recipient: address });
async function linksTo(address = email) {
  const mails = await mailsTo(address);
  return mails
    .toSorted((one, other) => one.created_at - other.created_at)
    .flatMap(({ body }) => linkIn(body) ?? []);
}

describe('a person on an unknown browser signs in', () => {
  test('after two networks asked for ten codes', async () => {
    for (let count = 0; count < 5; count++) {
      for (const network of networks(2)) expect(await browser(network).ask()).toBe(codes.ok);
      portal.clock.advance(30 * SECOND);
    }
    const owner = person();
    expect(await owner.ask()).toBe(codes.ok);
    expect(await owner.enterMailed()).toBe(codes.ok);
  });

  test('while two networks make 35 calls', async () => {
    const { owner, code } = await ownerWithCode();
    for (const network of networks(2)) {
      const attackers = Array.from({ length: 4 }, () => browser(network));
      for (const attacker of attackers) await attacker.ask();
      for (const attacker of attackers) await attacker.guess();
    }
    expect(await owner.enter(code)).toBe(codes.ok);
  });

  test('with a code requested before others of the same network used up its limits', async () => {
    const { owner, code } = await ownerWithCode();
    const neighbours = Array.from({ length: 4 }, person);
    for (const neighbour of neighbours) {
      portal.clock.advance(30 * SECOND);
      expect(await neighbour.ask()).toBe(codes.ok);
    }
    for (const neighbour of neighbours) await neighbour.guess();
    expect((await person().guess(101)).at(-1)).toBe(codes.tooMany);
    expect(await owner.guess(4)).toEqual(Array(4).fill(codes.wrongCode));
    expect(await owner.enter(code)).toBe(codes.ok);
  });
});

describe('five wrong codes', () => {
  test('block the browser for 24 hours, also after it dropped its cookies', async () => {
    const owner = person();
    await owner.ask();
    expect(await owner.guess(4)).toEqual(Array(4).fill(codes.wrongCode));
    portal.clock.advance(60 * SECOND);
    const blockedAt = portal.services.now();
    expect(await owner.guess(1)).toEqual([codes.locked]);
    for (const at of [blockedAt + SECOND, blockedAt + DAY - 1]) {
      portal.clock.set(at);
      expect(await owner.enterMailed()).toBe(codes.locked);
      expect(await owner.ask()).toBe(codes.locked);
      expect(await person().ask()).toBe(codes.locked);
    }
    portal.clock.set(blockedAt + DAY);
    expect(await person().ask()).toBe(codes.ok);
    expect(await owner.ask()).toBe(codes.ok);
  });

  test('in several browsers of one network block its next request, and the link is mailed', async () => {
    for (const _ of [1, 2, 3, 4]) {
      const stranger = person();
      await stranger.ask();
      await stranger.guess(1);
    }
    const last = person();
    await last.ask();
    expect(await last.guess(1)).toEqual([codes.wrongCode]);
    expect(await linksTo()).toHaveLength(0);
    expect(await person().ask()).toBe(codes.locked);
    expect(await linksTo()).toHaveLength(1);
    expect(await browser('198.51.100.1').ask()).toBe(codes.ok);
  });

  test('do not block a browser if a correct code is entered in between', async () => {
    for (const times of [4, 4, 4]) {
      const owner = person();
      expect(await owner.ask()).toBe(codes.ok);
      await owner.guess(times);
      expect(await owner.enterMailed()).toBe(codes.ok);
      portal.clock.advance(SECOND);
    }
  });
});

describe('wrong codes of unknown browsers', () => {
  test('are limited to 100 per address within 24 hours; then the owner signs in after following the mailed link', async () => {
    const known = browser('198.51.100.7');
    await known.ask();
    await known.enterMailed();
    portal.clock.advance(HOUR);
    const { owner, code } = await ownerWithCode();

    const answers = (await attack(20)).flat();
    const tried = answers.filter((one) => one === codes.wrongCode || one === codes.locked);
    expect(tried).toHaveLength(100);
    const further = browser('198.51.100.1');
    expect(await further.ask()).toBe(codes.ok);
    expect(await further.enterMailed()).toBe(codes.linkNeeded);
    expect(await owner.enter(code)).toBe(codes.linkNeeded);
    // A known browser is not affected.
    portal.clock.advance(1);
    expect(await known.ask()).toBe(codes.ok);
    expect(await known.enterMailed()).toBe(codes.ok);

    // Until the first of the hundred is a day old.
    portal.clock.advance(DAY - HOUR);
    const later = browser('198.51.100.2');
    await later.ask();
    expect(await later.enterMailed()).toBe(codes.linkNeeded);

    const links = await linksTo();
    expect(links).toHaveLength(1);
    const link = links[0] ?? '';
    expect(await owner.lift(link)).toBe(codes.ok);
    portal.clock.advance(1);
    expect(await owner.ask()).toBe(codes.ok);
    expect(await owner.enterMailed()).toBe(codes.ok);
    expect(await owner.lift(link)).toBe(codes.unknownLink);
    // The limits of the address are reset.
    portal.clock.advance(1);
    const stranger = browser(networks(1)[0] as string);
    expect(await stranger.ask()).toBe(codes.ok);
    expect(await stranger.enterMailed()).toBe(codes.ok);
  });

  test('are possible again a day later; the link is mailed once a day', async () => {
    portal.services.config.WRONG_CODES_PER_ADDRESS = 10;
    await attack(2);
    const late = browser('198.51.100.1');
    await late.ask();
    expect(await late.enterMailed()).toBe(codes.linkNeeded);
    portal.clock.advance(DAY);
    expect(await late.ask()).toBe(codes.ok);
    expect(await late.enterMailed()).toBe(codes.ok);
    await attack(2);
    expect(await linksTo()).toHaveLength(2);
  });

  test('are limited also when they arrive concurrently', async () => {
    portal.services.config.WRONG_CODES_PER_ADDRESS = 7;
    const attackers = networks(6).map((network) => browser(network));
    for (const attacker of attackers) await attacker.ask();
    const answers = (await Promise.all(attackers.map((attacker) => attacker.guess(4)))).flat();
    expect(answers.filter((one) => one === codes.wrongCode)).toHaveLength(7);
    expect(answers.filter((one) => one === codes.linkNeeded)).toHaveLength(17);
    expect(await linksTo()).toHaveLength(1);
  });

  test('do not count towards the limit of the address if no code was requested', async () => {
    for (const network of networks(30)) await browser(network).guess();
    const owner = person();
    await owner.ask();
    expect(await owner.enterMailed()).toBe(codes.ok);
  });
});

describe('mails', () => {
  test('to a mailbox are limited over all networks; then its owner gets one link', async () => {
    const answers: number[] = [];
    for (const network of networks(120)) answers.push(await browser(network).ask());
    // Ten by the limit of the address, then 100 for single networks.
    expect(answers).toEqual([...Array(110).fill(codes.ok), ...Array(10).fill(codes.linkNeeded)]);
    expect(await mailsTo()).toHaveLength(111);
    const [link = ''] = await linksTo();
    const owner = person();
    expect(await owner.ask()).toBe(codes.linkNeeded);
    await owner.lift(link);
    portal.clock.advance(1);
    expect(await owner.ask()).toBe(codes.ok);
    expect(await owner.enterMailed()).toBe(codes.ok);
    // The lifted lock made the browser known: used-up limits do not affect it.
    expect(await linksTo()).toHaveLength(1);
  });

  test('about locks are sent once, however many networks are locked', async () => {
    const answers = await attack(10);
    expect(answers.map((each) => each.at(-1))).toEqual(Array(10).fill(codes.locked));
    const [link, ...others] = await linksTo();
    expect(others).toEqual([]);
    expect(JSON.stringify(await rows(portal.services, 'challenge'))).not.toContain(link);
  });
});

describe('an unlock by a lead', () => {
  test('resets every limit of the address, in every process', async () => {
    const token = await signInAs(portal, 'lead@example.eu', ['lead']);
    const other = await build(portal.services);
    try {
      Object.assign(portal.services.config, {
        WRONG_CODES_PER_ADDRESS: 10,
        CODES_PER_MAILBOX: 2,
      });
      await attack(3);
      const owner = person();
      // Uses up the codes that all networks share.
      for (const network of networks(20)) await browser(network).ask();
      expect(await owner.ask()).toBe(codes.linkNeeded);
      const unlocked = await portal.call('staffUnlock', { email }, { token });
      expect(unlocked.data).toEqual({ wasLocked: true });
      for (const app of [other, portal.app]) {
        const from = app === other ? '192.0.2.1' : (networks(1)[0] as string);
        expect((await askFrom({ app }, email, from)).code).toBe(codes.ok);
        portal.clock.advance(30 * SECOND);
      }
      expect(await owner.ask()).toBe(codes.ok);
      expect(await owner.enterMailed()).toBe(codes.ok);
      expect(await linksTo()).toHaveLength(1);
      const again = await portal.call('staffUnlock', { email }, { token });
      expect(again.data).toEqual({ wasLocked: false });
    } finally {
      await other.close();
    }
  });
});

test('an attack does not reveal whether the address has an account', async () => {
  const known = browser('198.51.100.7');
  await known.ask();
  await known.enterMailed();
  portal.clock.advance(HOUR);
  const seen = [];
  for (const address of [email, 'nobody@example.eu']) {
    portal.services.config.WRONG_CODES_PER_ADDRESS = 8;
    const answers = await attack(3, address);
    const last = browser('198.51.100.1', address);
    await last.ask();
    const { code, message, data } = await last.post('login', { email: address, code: '000000' });
    seen.push([answers, { code, message, data }, (await linksTo(address)).length]);
    portal.clock.advance(HOUR);
  }
  expect(seen[1]).toEqual(seen[0]);
});
