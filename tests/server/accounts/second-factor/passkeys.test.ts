import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { relyingParty } from '#server/accounts/second-factor/passkey-store.ts';
import {
  codeOf,
  production,
  setUp,
  signInAs,
  startProduction,
} from '#tests/server/accounts/staff/staff.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { rows } from '#tests/server/fixture.ts';
import { chainHoldsAfterEach, portalOfTest } from '#tests/server/portal-of.ts';
import { SoftwarePasskey } from './software-passkey.ts';

const email = 'rita@example.eu';
const MINUTE = 60_000;

const portal = portalOfTest(startProduction);
chainHoldsAfterEach(portal);
let token: string;
let secret: string;
let key: SoftwarePasskey;
beforeEach(async () => {
  token = await signInAs(portal, email, ['reviewer']);
  ({ secret } = await setUp(portal, token));
  key = new SoftwarePasskey(production.PUBLIC_URL);
});

const begin = async (by = token) => await portal.granted('passkeyRegisterBegin', {}, { token: by });
const register = (registration: ReturnType<SoftwarePasskey['register']>, by = token) =>
  portal.call('passkeyRegister', { name: 'Work laptop', ...registration }, { token: by });
const add = async (by = token, passkey = key) => register(passkey.register(await begin(by)), by);
const asked = async (by: string) => await portal.granted('passkeyGiveBegin', {}, { token: by });
const give = (answer: ReturnType<SoftwarePasskey['give']>, by: string) =>
  portal.call('passkeyGive', answer, { token: by });
const remove = (by: string) => portal.call('passkeyRemove', { id: key.id }, { token: by });
const state = async (by = token) => await portal.granted('secondFactorState', {}, { token: by });
const awaited = async (by: string) =>
  (await portal.granted('currentUser', {}, { token: by })).secondFactor;
const signInAgain = (who = email) => {
  portal.clock.advance(MINUTE);
  return portal.signIn(who);
};

describe('a passkey', () => {
  test('is registered for the domain of the portal with a name, listed, logged and mailed', async () => {
    const options = await begin();
    expect(options).toMatchObject({
      rp: { id: 'portal.example.eu', name: 'Test Motors' },
      user: { name: email },
      attestation: 'none',
    });
    const other = await signInAgain();
    portal.clock.advance(1000);
    expectCode(await register(key.register(options)), 200);
    expect(await state()).toMatchObject({
      offersPasskeys: true,
      passkeys: [{ id: key.id, name: 'Work laptop', lastUsedAt: null }],
    });
    const ended = await portal.call('currentUser', {}, { token: other });
    expectAnswer(ended, { code: codes.signedOut, data: { ended: 'factor' } });
    const log = await rows(portal.services, 'audit_entry', { action: 'passkey.add' });
    expect(log).toMatchObject([{ actor: email, detail: 'Work laptop' }]);
    const mails = await rows(portal.services, 'mail', { recipient: email });
    expect(mails.at(-1)).toMatchObject({
      subject: 'A passkey was added to your account',
      body: expect.stringContaining('Work laptop'),
    });
  });

  test('is not registered from another site or domain, for another purpose or challenge', async () => {
    for (const wrong of [
      { origin: 'https://portal.example.eu.evil.example' },
      { rpId: 'evil.example' },
      { type: 'webauthn.get' },
      { challenge: 'AAAA' },
    ]) {
      const registration = key.register(await begin(), wrong);
      expectCode(await register(registration), codes.wrongPasskey, JSON.stringify(wrong));
    }
    expect((await state()).passkeys).toEqual([]);
  });

  test('is not registered without a challenge, nor with a used, old or another session’s challenge', async () => {
    const options = await begin();
    expectCode(await register(key.register(options)), 200);
    const another = new SoftwarePasskey(production.PUBLIC_URL);
    expectCode(await register(another.register(options)), codes.wrongPasskey);
    const late = await begin();
    portal.clock.advance(5 * MINUTE);
    expectCode(await register(another.register(late)), codes.wrongPasskey);
    const older = await begin();
    await begin();
    expectCode(await register(another.register(older)), codes.wrongPasskey);
  });

  test('is not registered from random input, which never causes an error 500', async () => {
    for (const attestationObject of ['oA', 'AAAA', '____', 'a'.repeat(20_000)]) {
      const registration = key.register(await begin());
      expectCode(await register({ ...registration, attestationObject }), codes.wrongPasskey);
      const empty = { ...key.register(await begin()), clientDataJSON: 'e30' };
      expectCode(await register(empty), codes.wrongPasskey);
    }
    const answer = await register({ ...key.register(await begin()), attestationObject: '+/' });
    expect(answer).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'attestationObject', problem: 'format' }] },
    });
  });

  test('is not registered twice, nor by a colleague', async () => {
    expectCode(await add(), 200);
    expectCode(await add(), codes.wrongPasskey);
    const colleague = await signInAs(portal, 'rolf@example.eu', ['reviewer']);
    await setUp(portal, colleague);
    expectCode(await add(colleague), codes.wrongPasskey);
  });

  test('is registered only after a fresh second factor, and if an app is set up', async () => {
    portal.clock.advance(10 * MINUTE);
    const call = (by: string) => portal.call('passkeyRegisterBegin', {}, { token: by });
    expectCode(await call(token), codes.freshFactorNeeded);
    const colleague = await signInAs(portal, 'rolf@example.eu', ['reviewer']);
    expectCode(await call(colleague), codes.secondFactorNeeded);
  });
});

describe('a passkey at sign-in', () => {
  let session: string;
  beforeEach(async () => {
    await add();
    session = await signInAgain();
  });

  test('replaces the code, and counts as a fresh second factor', async () => {
    expect(await awaited(session)).toBe('code');
    expectCode(await give(key.give(await asked(session)), session), 200);
    expect(await awaited(session)).toBe('given');
    expect((await state(session)).passkeys).toMatchObject([{ lastUsedAt: portal.services.now() }]);
    portal.clock.advance(10 * MINUTE);
    const begun = () => portal.call('secondFactorBegin', {}, { token: session });
    expectCode(await begun(), codes.freshFactorNeeded);
    expectCode(await give(key.give(await asked(session)), session), 200);
    expectCode(await begun(), 200);
  });

  test('is rejected with any wrong part, and counts as a wrong code', async () => {
    for (const wrong of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { type: 'webauthn.create' },
      { challenge: 'AAAA' },
      // A counter that does not go up.
      { counter: 1 },
      // The signature of another key.
      { signature: Buffer.from('3006020101020101', 'hex') },
    ]) {
      const answer = await give(key.give(await asked(session), wrong), session);
      expectAnswer(answer, { code: codes.wrongPasskey, data: { triesLeft: 4 } });
      expect(await awaited(session), JSON.stringify(wrong)).toBe('code');
      // The right key in another session resets the count.
      expectCode(await give(key.give(await asked(token)), token), 200);
    }
  });

  test('is accepted once per challenge, in its session, for its purpose, within five minutes', async () => {
    const options = await asked(session);
    const answer = key.give(options);
    expectCode(await give(answer, token), codes.wrongPasskey);
    expectCode(await give(answer, session), 200);
    expectCode(await give(answer, session), codes.wrongPasskey);
    const late = await asked(session);
    portal.clock.advance(5 * MINUTE);
    expectCode(await give(key.give(late), session), codes.wrongPasskey);
    const toRegister = await begin(session);
    expectCode(await give(key.give(toRegister), session), codes.wrongPasskey);
    // None of these was a guess.
    expect(await rows(portal.services, 'second_factor')).toMatchObject([{ wrong_tries: 0 }]);
  });

  test('that failed five times locks the account, for the app and the right passkey too', async () => {
    for (let count = 0; count < 5; count++)
      await give(key.give(await asked(session), { counter: 1 }), session);
    expectCode(await give(key.give(await asked(session)), session), codes.locked);
    const code = codeOf(portal, secret, 1);
    expectCode(await portal.call('secondFactorGive', { code }, { token: session }), codes.locked);
  });

  test('of a colleague is rejected', async () => {
    const colleague = await signInAs(portal, 'rolf@example.eu', ['reviewer']);
    await setUp(portal, colleague);
    const own = new SoftwarePasskey(production.PUBLIC_URL);
    await add(colleague, own);
    expectCode(await give(own.give(await asked(session)), session), codes.wrongPasskey);
    expectCode(await remove(colleague), codes.notFound);
    const ofColleague = () => rows(portal.services, 'passkey', { id: own.id });
    const before = await ofColleague();
    expect(before).toMatchObject([{ last_used_at: null }]);
    expectCode(await give(key.give(await asked(session)), session), 200);
    expect(await ofColleague()).toEqual(before);
  });

  test('is rejected once it is removed or the factor is reset', async () => {
    const options = await asked(session);
    expectCode(await remove(token), 200);
    session = await signInAgain();
    expectCode(await give(key.give(options), session), codes.wrongPasskey);
    expectCode(await portal.call('passkeyGiveBegin', {}, { token: session }), codes.notFound);
    const log = await rows(portal.services, 'audit_entry', { action: 'passkey.remove' });
    expect(log).toHaveLength(1);
    await add();
    const lead = await signInAs(portal, 'lead@example.eu', ['lead']);
    await setUp(portal, lead);
    await portal.call('staffForgetSecondFactor', { email }, { token: lead });
    expect(await rows(portal.services, 'passkey')).toEqual([]);
  });
});

test('the relying party is the domain of PUBLIC_URL; an IP address has none', () => {
  const { config } = portal.services;
  const partyOf = (PUBLIC_URL?: string) => relyingParty({ ...config, PUBLIC_URL });
  for (const [url, id, origin] of [
    ['https://portal.example.eu', 'portal.example.eu', 'https://portal.example.eu'],
    ['https://portal.example.eu:8443/', 'portal.example.eu', 'https://portal.example.eu:8443'],
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ])
    expect(partyOf(url)).toMatchObject({ id, origin });
  for (const url of [undefined, 'https://192.0.2.1', 'http://[::1]:3000'])
    expect(partyOf(url)).toBeNull();
});
