import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { cookieNames } from '#contract/limits.ts';
import { resealSecondFactors } from '#server/accounts/reseal.ts';
import { afterReading } from '#tests/server/after-reading.ts';
import { chainHoldsAfterEach } from '#tests/server/chain-holds.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { lastCode, rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { granted } from '#tests/server/seeded-portal.ts';
import { codeOf, production, setUp, signInAs, startProduction } from './staff.ts';

const MINUTE = 60_000;
const NEXT = 'the next one, of more than 32 characters';
const email = 'owner@example.eu';

const portal = portalOfTest(startProduction);
chainHoldsAfterEach(portal);

/** Begins to use another secret, the one before beside it. */
function rotate() {
  Object.assign(portal.services.config, { SECRET: NEXT, SECRET_BEFORE: production.SECRET });
}

/** Drops the secret before. */
const drop = () => Object.assign(portal.services.config, { SECRET_BEFORE: undefined });

/** A call of one visit, with the cookie of a known browser where there is one. */
async function post(name: EndpointName, payload: object, known?: string, visit = 'one visit') {
  const response = await portal.app.inject({
    method: 'POST',
    url: endpoints[name].path,
    cookies: {
      [cookieNames.session]: visit,
      ...(known !== undefined && { [cookieNames.browser]: known }),
    },
    payload,
  });
  const cookie = response.cookies.find(({ name }) => name === cookieNames.browser)?.value;
  return { ...response.json(), cookie };
}
const ask = (known?: string, visit?: string) =>
  post('sendCaptcha', { email, privacyAccepted: true }, known, visit);
const enter = (code: string, known?: string) => post('login', { email, code }, known);
const mailed = () => lastCode(portal.services, email);
async function enterWrong(times: number, known?: string) {
  const wrong = (await mailed()) === '000000' ? '111111' : '000000';
  const answers: number[] = [];
  for (let count = 0; count < times; count++) answers.push((await enter(wrong, known)).code);
  return answers;
}

describe('with the new secret and the one before', () => {
  test('nobody is signed out', async () => {
    const token = await portal.signIn(email);
    rotate();
    expectCode(await portal.call('currentUser', {}, { token }), codes.ok);
  });

  test('a code that is on its way is right, from the browser that asked alone', async () => {
    await ask();
    rotate();
    const elsewhere = await post('login', { email, code: await mailed() }, undefined, 'another');
    expectCode(elsewhere, codes.expiredCode);
    expectCode(await enter(await mailed()), codes.ok);
  });

  test('wrong codes are counted on, a lock holds, and its link lifts it', async () => {
    await ask();
    expect(await enterWrong(3)).toEqual(Array(3).fill(codes.wrongCode));
    rotate();
    expect(await enterWrong(2)).toEqual([codes.wrongCode, codes.locked]);
    drop();
    expectCode(await ask(), codes.locked);
  });

  test('a process that has the one before alone for a while keeps nobody out', async () => {
    await ask();
    rotate();
    portal.clock.advance(MINUTE);
    expectCode(await ask(), codes.ok);
    Object.assign(portal.services.config, { SECRET: production.SECRET, SECRET_BEFORE: undefined });
    expectCode(await ask(), codes.ok);
    rotate();
    portal.clock.advance(MINUTE);
    expectCode(await ask(), codes.ok);
    expectCode(await enter(await mailed()), codes.ok);
  });

  test('a lock from before holds, and its link lifts it', async () => {
    await ask();
    await enterWrong(5);
    rotate();
    expectCode(await ask(undefined, 'a new visit'), codes.locked);
    const bodies = (await rows(portal.services, 'mail', { recipient: email })).map(
      (one) => one.body,
    );
    const [, token] = /#lift=(\S+)/.exec(bodies.join('\n')) ?? [];
    expectCode(await post('liftLock', { token }), codes.ok);
    expectCode(await ask(), codes.ok);
  });

  test('a known browser stays known, and is once the other one is dropped', async () => {
    await ask();
    const { cookie } = await enter(await mailed());
    rotate();
    portal.clock.advance(MINUTE);
    // Somebody in the same network is locked, the known browser is not.
    await ask(undefined, 'one visit');
    await enterWrong(5);
    const renewed = await ask(cookie);
    expectCode(renewed, codes.ok);
    expect(renewed.cookie, 'the cookie under the new secret').toMatch(/^[\w.-]+$/);
    drop();
    portal.clock.advance(MINUTE);
    expectCode(await ask(renewed.cookie), codes.ok);
    expectCode(await ask(cookie), codes.locked);
  });
});

describe('keys of authenticator apps', () => {
  let token: string;
  let secret: string;
  beforeEach(async () => {
    token = await signInAs(portal, 'lead@example.eu', ['lead']);
    ({ secret } = await setUp(portal, token));
    portal.clock.advance(MINUTE);
    token = await portal.signIn('lead@example.eu');
  });
  const give = () => portal.call('secondFactorGive', { code: codeOf(portal, secret) }, { token });

  test('are read under either secret', async () => {
    rotate();
    expectCode(await give(), codes.ok);
  });

  test('and one that waits for its confirmation, are sealed anew: then the one before is dropped', async () => {
    const colleague = await signInAs(portal, 'new@example.eu', ['reviewer']);
    const begun = granted(await portal.call('secondFactorBegin', {}, { token: colleague }));
    rotate();
    expect(await resealSecondFactors(portal.services)).toBe(2);
    expect(await resealSecondFactors(portal.services)).toBe(0);
    drop();
    expectCode(await give(), codes.ok);
    const code = codeOf(portal, begun.secret);
    const confirmed = await portal.call('secondFactorConfirm', { code }, { token: colleague });
    expectCode(confirmed, codes.ok);
    // Who knows the one before can read nothing any more.
    portal.services.config.SECRET = production.SECRET;
    portal.clock.advance(MINUTE);
    expectCode(await give(), codes.wrongCode);
  });

  test('of an app that is begun anew while they are sealed anew stay those of that app', async () => {
    const colleague = await signInAs(portal, 'new@example.eu', ['reviewer']);
    const begin = async () =>
      granted(await portal.call('secondFactorBegin', {}, { token: colleague })).secret;
    let secret = await begin();
    rotate();
    const meanwhile = afterReading(portal.services, 'pending_secret', async () => {
      secret = await begin();
    });
    await resealSecondFactors(meanwhile);
    drop();
    const code = codeOf(portal, secret);
    expectCode(await portal.call('secondFactorConfirm', { code }, { token: colleague }), codes.ok);
  });

  test('are of no use where the secret before was dropped too soon', async () => {
    rotate();
    drop();
    expectCode(await give(), codes.wrongCode);
  });
});
