import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { cookieNames } from '#contract/limits.ts';
import { LOCK_HOURS } from '#machines/limits.ts';
import { reseal } from '#server/accounts/second-factor/reseal.ts';
import { senderKeys } from '#server/accounts/sign-in/senders.ts';
import { announceSecret } from '#server/platform/audit/keys-in-use.ts';
import { type RateLimit, RateLimiter } from '#server/platform/http/rate-limiter.ts';
import { afterReading } from '#tests/server/after-reading.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { addRows, rows } from '#tests/server/fixture.ts';
import { chainHoldsAfterEach, portalOfTest } from '#tests/server/portal-of.ts';
import { runHere } from '#tests/server/run-tool.ts';
import { browserOf } from './browser.ts';
import { codeOf, production, setUp, signInAs, startProduction } from './staff/staff.ts';

const MINUTE = 60_000;
const NEXT = 'the next one: of more than 32 characters';
const email = 'owner@example.eu';

const portal = portalOfTest(startProduction);
chainHoldsAfterEach(portal);

/** Gives the process these secrets. */
const use = (...SECRET: [string, ...string[]]) => Object.assign(portal.services.config, { SECRET });
/** Writes with the new secret, and reads with both. */
const rotate = () => use(NEXT, production.SECRET);
/** Drops the old secret. */
const drop = () => use(NEXT);

/** A browser of one visit, without the cookie of a known browser. */
const browser = (visit = 'one visit') => browserOf(portal, '127.0.0.1', visit, email);
const ask = (visit?: string) => browser(visit).ask();
const enterMailed = (visit?: string) => browser(visit).enterMailed();
const enterWrong = (times: number) => browser().guess(times);

describe('with the new secret and the old one', () => {
  test('sessions continue', async () => {
    const token = await portal.signIn(email);
    rotate();
    expectCode(await portal.call('currentUser', {}, { token }), codes.ok);
    await reseal(portal.services);
    drop();
    expectCode(await portal.call('currentUser', {}, { token }), codes.ok);
  });

  test('a mailed code is accepted only from the browser that requested it', async () => {
    await ask();
    rotate();
    expect(await enterMailed('another')).toBe(codes.expiredCode);
    expect(await enterMailed()).toBe(codes.ok);
  });

  test('wrong codes before and after the change count together, and the lock remains', async () => {
    await ask();
    expect(await enterWrong(3)).toEqual(Array(3).fill(codes.wrongCode));
    rotate();
    expect(await enterWrong(2)).toEqual([codes.wrongCode, codes.locked]);
    drop();
    expect(await ask()).toBe(codes.locked);
  });

  test('a process that has only the old secret for a while does not lock anybody out', async () => {
    await ask();
    rotate();
    portal.clock.advance(MINUTE);
    expect(await ask()).toBe(codes.ok);
    use(production.SECRET);
    expect(await ask()).toBe(codes.ok);
    rotate();
    portal.clock.advance(MINUTE);
    expect(await ask()).toBe(codes.ok);
    expect(await enterMailed()).toBe(codes.ok);
  });

  test('an earlier lock remains, and can be lifted by its link', async () => {
    await ask();
    await enterWrong(5);
    rotate();
    expect(await ask('a new visit')).toBe(codes.locked);
    const mails = await rows(portal.services, 'mail', { recipient: email });
    const [, token] = /#lift=(\S+)/.exec(mails.map(({ body }) => body).join('\n')) ?? [];
    expect(await browser().lift(token ?? '')).toBe(codes.ok);
    expect(await ask()).toBe(codes.ok);
  });

  test('a known browser stays known, also once the old secret is dropped', async () => {
    const known = browser();
    await known.ask();
    await known.enterMailed();
    const { cookies } = known;
    const before = cookies[cookieNames.browser] ?? '';
    rotate();
    portal.clock.advance(MINUTE);
    // Somebody in the same network is locked, the known browser is not.
    await ask();
    await enterWrong(5);
    expect(await known.ask()).toBe(codes.ok);
    expect(cookies[cookieNames.browser], 'under the new secret').not.toBe(before);
    drop();
    portal.clock.advance(MINUTE);
    expect(await known.ask()).toBe(codes.ok);
    cookies[cookieNames.browser] = before;
    expect(await known.ask()).toBe(codes.locked);
  });
});

describe('while processes use the two secrets in different order', () => {
  const order = (isFirst: boolean) =>
    isFirst ? use(NEXT, production.SECRET) : use(production.SECRET, NEXT);

  test('codes of one process work in the other, and wrong codes in both count together', async () => {
    order(true);
    await ask();
    order(false);
    expect(await enterWrong(2)).toEqual(Array(2).fill(codes.wrongCode));
    order(true);
    expect(await enterWrong(2)).toEqual(Array(2).fill(codes.wrongCode));
    order(false);
    expect(await enterMailed()).toBe(codes.ok);
    expect(await rows(portal.services, 'challenge', { email })).toHaveLength(1);
  });

  test('a lock applies in both processes, also when each has a row', async () => {
    await ask();
    await enterWrong(5);
    const [locked] = await rows(portal.services, 'challenge', { email });
    const sender = { email, network: '127.0.0.1', visit: 'one visit', knownBrowser: null };
    const other = senderKeys({ ...portal.services.config, SECRET: [NEXT] }, sender)[0];
    const begun = { ...locked, sender: other, locked_until: null, wrong_tries: 0 } as const;
    await addRows(portal.services, 'challenge', begun as never);
    for (const isFirst of [true, false]) {
      order(isFirst);
      expect(await browser().enter('000000')).toBe(codes.locked);
    }
    portal.clock.advance(LOCK_HOURS * 60 * MINUTE);
    expect(await ask()).toBe(codes.ok);
    expect(await rows(portal.services, 'challenge', { email })).toHaveLength(1);
  });

  test('a rate limit is neither doubled nor reset', async () => {
    const { services } = portal;
    const limit: RateLimit = { kind: 'codesInAll', subject: 'one', count: 4 };
    const rateLimiter = new RateLimiter(services);
    const take = () => services.store.transact((trx) => rateLimiter.consume(trx, [limit]));
    await take();
    for (const isFirst of [false, true, true]) {
      order(isFirst);
      await take();
    }
    drop();
    await expect(take()).rejects.toMatchObject({ code: codes.tooMany });
    order(false);
    await services.store.transact((trx) => rateLimiter.refund(trx, limit));
    drop();
    portal.clock.advance(1);
    await new RateLimiter(services).rejectIfLimited([limit]);
    await services.store.transact((trx) => new RateLimiter(services).consume(trx, [limit]));
  });
});

describe('while another process uses a secret that this one lacks', () => {
  const announce = (...SECRET: [string, ...string[]]) =>
    announceSecret(portal.services.store.db, { SECRET, MODE: 'production' });

  test('calls that need that secret get 503, and nothing is counted, lost or overwritten', async () => {
    const token = await signInAs(portal, 'lead@example.eu', ['lead']);
    const { secret } = await setUp(portal, token);
    const draft = { name: 'application', revision: 0, content: '{"values":{}}' };
    await portal.granted('draftSave', draft, { token });
    await announce(NEXT, production.SECRET);
    await ask();
    const stored = () =>
      Promise.all(
        (['challenge', 'allowance', 'second_factor', 'draft'] as const).map((table) =>
          rows(portal.services, table),
        ),
      );
    const before = await stored();
    const code = codeOf(portal, secret, 1);
    const answers = [
      await browser().post('sendCaptcha', { email, privacyAccepted: true }),
      await browser().post('login', { email, code: '000000' }),
      await browser().post('liftLock', { token: 'made-up' }),
      await portal.call('secondFactorGive', { code }, { token }),
      await portal.call('secondFactorBegin', {}, { token }),
      await portal.call('draftRead', { name: draft.name }, { token }),
      await portal.call('draftSave', draft, { token }),
    ];
    for (const answer of answers) expectCode(answer, codes.unavailable);
    expect(await stored()).toEqual(before);
    expectCode(await portal.call('currentUser', {}, { token }), codes.ok);
    use(production.SECRET, NEXT);
    expect(await ask()).toBe(codes.ok);
  });

  test('a start fails in production, unless the other secret was declared lost', async () => {
    await announce(production.SECRET);
    await expect(announce(NEXT)).rejects.toThrow(/^SECRET is not the one .*SECRET=old,new/);
    await announce(NEXT, production.SECRET);
    await announce(NEXT);
    expect((await runHere(portal, 'staff', ['forget-secret'])).status).toBe(0);
    await announce('another one: of more than 32 characters');
    // A demonstration starts with any secret.
    const { db } = portal.services.store;
    await announceSecret(db, { SECRET: [NEXT], MODE: 'demonstration' });
    await announce(NEXT);
  });
});

describe('secrets of authenticator apps', () => {
  let token: string;
  let secret: string;
  beforeEach(async () => {
    token = await signInAs(portal, 'lead@example.eu', ['lead']);
    ({ secret } = await setUp(portal, token));
    portal.clock.advance(MINUTE);
    token = await portal.signIn('lead@example.eu');
  });
  const give = () => portal.call('secondFactorGive', { code: codeOf(portal, secret) }, { token });

  test('are readable with either secret, and resealed, also a pending one, so that the old secret can be dropped', async () => {
    const colleague = await signInAs(portal, 'new@example.eu', ['reviewer']);
    const pendingFactor = await portal.granted('secondFactorBegin', {}, { token: colleague });
    rotate();
    expectCode(await give(), codes.ok);
    portal.clock.advance(MINUTE);
    expect(await reseal(portal.services)).toEqual({ resealed: 2, unreadable: 0 });
    expect(await reseal(portal.services)).toEqual({ resealed: 0, unreadable: 0 });
    drop();
    expectCode(await give(), codes.ok);
    const code = codeOf(portal, pendingFactor.secret);
    const confirmed = await portal.call('secondFactorConfirm', { code }, { token: colleague });
    expectCode(confirmed, codes.ok);
    // Somebody with the old secret can neither decrypt nor forge anything.
    use(production.SECRET);
    portal.clock.advance(MINUTE);
    expectCode(await give(), codes.signedOut);
  });

  test('set up during resealing are kept', async () => {
    const colleague = await signInAs(portal, 'new@example.eu', ['reviewer']);
    const begin = async () =>
      (await portal.granted('secondFactorBegin', {}, { token: colleague })).secret;
    let secret = await begin();
    rotate();
    const meanwhile = afterReading(portal.services, 'pending_secret', async () => {
      secret = await begin();
    });
    await reseal(meanwhile);
    drop();
    const code = codeOf(portal, secret);
    expectCode(await portal.call('secondFactorConfirm', { code }, { token: colleague }), codes.ok);
  });

  test('are lost when the old secret was dropped too early, and the start reports their number', async () => {
    rotate();
    drop();
    expect(await reseal(portal.services)).toEqual({ resealed: 0, unreadable: 1 });
    // Two codes with the same time could be confused.
    portal.clock.advance(MINUTE);
    token = await portal.signIn('lead@example.eu');
    expectCode(await give(), codes.wrongCode);
  });
});
