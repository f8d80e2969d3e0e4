import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { DAY } from '#lib/words/durations.ts';
import { codeOf, setUp, signInAs, startProduction } from '#tests/server/accounts/staff/staff.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { addRows, changeRows, ordered, row, rows, startPortal } from '#tests/server/fixture.ts';
import { chainHoldsAfterEach, portalOfTest } from '#tests/server/portal-of.ts';

const email = 'reviewer@example.eu';

const portal = portalOfTest(startProduction);
chainHoldsAfterEach(portal);
let token: string;
beforeEach(async () => {
  token = await signInAs(portal, email, ['reviewer']);
});

const queue = (by = token) => portal.call('deskQueue', { page: 1, pageSize: 20 }, { token: by });
const give = (code: string, by = token) => portal.call('secondFactorGive', { code }, { token: by });
const confirm = (code: string) => portal.call('secondFactorConfirm', { code }, { token });
const awaited = async (by = token) =>
  (await portal.granted('currentUser', {}, { token: by })).secondFactor;
const signInAgain = () => {
  portal.clock.advance(60_000);
  return portal.signIn(email);
};
/** Mails to an address without a code, oldest first. */
const noticesTo = async (recipient: string) => {
  const mails = await rows(portal.services, 'mail', { recipient });
  return mails.filter(({ body }) => !/\b\d{6}\b/.test(body));
};
/** Six digits that differ from the codes of the current and the adjacent steps. */
const wrongFor = (secret: string) => {
  const right = [-1, 0, 1].map((steps) => codeOf(portal, secret, steps));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
};

/** Gives a code concurrently in two sessions, and expects all calls of only one to succeed. */
async function expectGivenInOne(code: string, other: string, count: number) {
  const sent = Array.from({ length: count }, (_, index) => give(code, index % 2 ? other : token));
  const answers = (await Promise.all(sent)).map((answer) => answer.code);
  const outcomes = [0, 1].map((one) => answers.filter((_, index) => index % 2 === one));
  for (const outcome of [200, codes.usedCode])
    expect(outcomes).toContainEqual(Array(count / 2).fill(outcome));
}

describe('setting up a second factor', () => {
  test('is required of staff in production before anything else, and opens the desk', async () => {
    expect(await awaited()).toBe('setUp');
    expectAnswer(await queue(), { status: 403, code: codes.secondFactorNeeded });
    await setUp(portal, token);
    expect(await awaited()).toBe('given');
    expectCode(await queue(), 200);
  });

  test('gives a secret, and takes effect once a code of the app confirms the last one', async () => {
    const { secret, uri, svg } = await portal.granted('secondFactorBegin', {}, { token });
    expect(secret).toMatch(/^[a-z2-7]{32}$/);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Test%20Motors:reviewer%40example\.eu\?/);
    expect(Object.fromEntries(new URL(uri).searchParams)).toEqual({
      ...{ secret: secret.toUpperCase(), issuer: 'Test Motors' },
      ...{ algorithm: 'SHA1', digits: '6', period: '30' },
    });
    expect(svg).toMatch(/^<svg /);
    expect(await awaited()).toBe('setUp');
    expectCode(await confirm(wrongFor(secret)), codes.wrongCode);
    expectCode(await give(codeOf(portal, secret)), codes.wrongCode);
    expect(await awaited()).toBe('setUp');
    const { secret: next } = await portal.granted('secondFactorBegin', {}, { token });
    expectCode(await confirm(codeOf(portal, secret)), codes.wrongCode);
    expectCode(await confirm(codeOf(portal, next)), 200);
  });

  test('is rejected in a session in which the existing second factor was not given', async () => {
    await setUp(portal, token);
    const other = await signInAgain();
    expectCode(await portal.call('secondFactorBegin', {}, { token: other }), codes.forbidden);
    const sent = { code: '123456' };
    expectCode(await portal.call('secondFactorConfirm', sent, { token: other }), codes.forbidden);
  });

  test('with another app invalidates the codes of the previous app', async () => {
    const { secret: old, recoveryCodes } = await setUp(portal, token);
    portal.clock.advance(60_000);
    const { secret } = await setUp(portal, token);
    const other = await signInAgain();
    expectCode(await give(codeOf(portal, old), other), codes.wrongCode);
    expectCode(await give(recoveryCodes[0] ?? '', other), codes.wrongCode);
    expectCode(await give(codeOf(portal, secret), other), 200);
  });

  test('is optional in a demonstration, where an existing second factor is required', async () => {
    await portal.close();
    Object.assign(portal, await startPortal());
    token = await signInAs(portal, email, ['reviewer']);
    expectCode(await queue(), 200);
    await setUp(portal, token);
    expectCode(await queue(await signInAgain()), codes.secondFactorNeeded);
  });

  test('stores the secret sealed and the recovery codes as digests', async () => {
    const { secret, recoveryCodes } = await setUp(portal, token);
    const stored = JSON.stringify([
      await rows(portal.services, 'second_factor'),
      await rows(portal.services, 'recovery_code'),
    ]);
    for (const text of [secret, secret.toUpperCase(), ...recoveryCodes])
      expect(stored).not.toContain(text);
  });
});

describe('at sign-in', () => {
  let secret: string;
  let recoveryCodes: string[];
  beforeEach(async () => {
    ({ secret, recoveryCodes } = await setUp(portal, token));
    token = await signInAgain();
  });

  test('a code of the app opens the desk to this session only', async () => {
    const other = await signInAgain();
    expect(await awaited()).toBe('code');
    expectCode(await queue(), codes.secondFactorNeeded);
    expectCode(await give(codeOf(portal, secret)), 200);
    expectCode(await queue(), 200);
    expectCode(await queue(other), codes.secondFactorNeeded);
  });

  test('a colleague’s second factor is not affected', async () => {
    const colleague = await signInAs(portal, 'colleague@example.eu', ['lead']);
    const state = await portal.call('secondFactorState', {}, { token: colleague });
    expect(state.data).toMatchObject({ isSetUp: false, recoveryCodesLeft: 0 });
    const { recoveryCodes: theirs } = await setUp(portal, colleague);
    expectCode(await give(theirs[0] ?? ''), codes.wrongCode);
    expectCode(await give(recoveryCodes[0] ?? ''), 200);
    const again = await signInAgain();
    expectCode(await give(recoveryCodes[0] ?? '', again), codes.usedCode);
    expectCode(await give(recoveryCodes[1] ?? '', again), 200);
    const forgotten = await portal.call('staffForgetSecondFactor', { email }, { token: colleague });
    expectCode(forgotten, 200);
    const signedIn = await signInAs(portal, 'colleague@example.eu', ['lead']);
    expectCode(await give(theirs[0] ?? '', signedIn), 200);
    const uses = async (address: string) =>
      (await noticesTo(address)).filter(({ body }) => /Codes left/.test(body));
    expect(await uses(email)).toHaveLength(2);
    expect(await uses('colleague@example.eu')).toHaveLength(1);
  });

  test('the code that confirmed the set-up is not accepted in another session', async () => {
    await give(codeOf(portal, secret));
    const pendingFactor = await portal.granted('secondFactorBegin', {}, { token });
    const code = codeOf(portal, pendingFactor.secret);
    expectCode(await confirm(code), 200);
    portal.clock.advance(30_000);
    expectCode(await give(code, await portal.signIn(email)), codes.usedCode);
  });

  test('a repeat of the confirming code is not counted as wrong and returns no recovery codes', async () => {
    await give(codeOf(portal, secret));
    const pendingFactor = await portal.granted('secondFactorBegin', {}, { token });
    const code = codeOf(portal, pendingFactor.secret);
    expectCode(await confirm(code), 200);
    const codesBefore = await rows(portal.services, 'recovery_code');
    for (let count = 0; count < 6; count++) expectCode(await confirm(code), codes.usedCode);
    expect(await rows(portal.services, 'recovery_code')).toEqual(codesBefore);
    expectCode(await give(code), 200);
  });

  test('a code is accepted once, also in concurrent sessions', async () => {
    const other = await signInAgain();
    const code = codeOf(portal, secret);
    // Both calls of the session that was first succeed, both of the other session fail.
    await expectGivenInOne(code, other, 4);
    portal.clock.advance(30_000);
    expectCode(await give(codeOf(portal, secret)), 200);
    // The code of an earlier step.
    expectCode(await give(code), codes.wrongCode);
  });

  test('a repeat of the last code is never counted as wrong, and is rejected in another session', async () => {
    const other = await signInAgain();
    const code = codeOf(portal, secret);
    expectCode(await give(code), 200);
    const storedRows = async () => [
      await rows(portal.services, 'second_factor'),
      ordered(await rows(portal.services, 'session')).map((one) => one.second_factor_at),
    ];
    const before = await storedRows();
    portal.clock.advance(5000);
    for (let count = 0; count < 6; count++) {
      expectCode(await give(code), 200);
      expectCode(await give(code, other), codes.usedCode);
    }
    expect(await storedRows()).toEqual(before);
    // The code has expired.
    portal.clock.advance(90_000);
    expectCode(await give(code, other), codes.wrongCode);
  });

  test('there are ten recovery codes, each accepted once', async () => {
    expect(new Set(recoveryCodes).size).toBe(10);
    const left = async () =>
      (await portal.granted('secondFactorState', {}, { token })).recoveryCodesLeft;
    expect(await left()).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    expect(first).toMatch(/^[a-z2-7]{5}(-[a-z2-7]{5}){4}$/);
    expectCode(await give(first), 200);
    expect(await left()).toBe(9);
    token = await signInAgain();
    expectCode(await give(first), codes.usedCode);
    // As typed from paper.
    expectCode(await give(` ${second.toUpperCase()} `), 200);
  });

  test('a recovery code sent 20 times at once completes one session, and no repeat counts as wrong', async () => {
    const other = await signInAgain();
    const code = recoveryCodes[0] ?? '';
    await expectGivenInOne(code, other, 20);
    const state = await portal.granted('secondFactorState', {}, { token });
    expect(state.recoveryCodesLeft).toBe(9);
    expect((await give(wrongFor(secret))).data).toEqual({ triesLeft: 4 });
  });

  test('wrong codes count down, and the fifth locks for 24 hours, also for the right code', async () => {
    const shown: unknown[] = [];
    for (let count = 0; count < 4; count++) shown.push((await give(wrongFor(secret))).data);
    expect(shown).toEqual([4, 3, 2, 1].map((triesLeft) => ({ triesLeft })));
    const lockedUntil = portal.services.now() + DAY;
    expectAnswer(await give(wrongFor(secret)), { status: 423, data: { lockedUntil } });
    const failures = await rows(portal.services, 'audit_entry', { action: 'secondFactor.fail' });
    const details = failures.toSorted((a, b) => a.seq - b.seq).map(({ detail }) => detail);
    expect(details, 'the log tells which one locked').toEqual([...Array(4).fill(null), 'locked']);
    expectCode(await give(codeOf(portal, secret)), codes.locked);
    expectCode(await give(recoveryCodes[0] ?? ''), codes.locked);
    portal.clock.set(lockedUntil - 1);
    expectCode(await give(codeOf(portal, secret)), codes.locked);
    portal.clock.set(lockedUntil);
    expectCode(await give(codeOf(portal, secret)), 200);
  });

  test('wrong codes count over all sessions, also concurrently; the owner is mailed once', async () => {
    const other = await signInAgain();
    const before = (await noticesTo(email)).length;
    const wrong = wrongFor(secret);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, count) => give(wrong, count % 2 ? token : other)),
    );
    expect(answers.filter(({ code }) => code === codes.wrongCode)).toHaveLength(4);
    expect(answers.filter(({ code }) => code === codes.locked)).toHaveLength(4);
    const notices = (await noticesTo(email)).slice(before);
    expect(notices.map(({ subject }) => subject)).toEqual(['Your second factor is locked']);
    expect(notices[0]?.body).toContain('5 wrong codes in a row');
    expect(notices[0]?.body).toContain('for 24 hours');
  });

  test('a correct code resets the count of wrong codes; input that is no code is not counted', async () => {
    for (let count = 0; count < 4; count++) await give(wrongFor(secret));
    await give(codeOf(portal, secret));
    for (const code of ['', '12345', '1234567', 'abcde', 'abcde-fgh1j', '12 345'])
      expectAnswer(await give(code), { status: 400, data: { fields: [{ field: 'code' }] } });
    expect((await give(wrongFor(secret))).data).toEqual({ triesLeft: 4 });
  });

  test('with another SECRET the app’s codes are wrong; a recovery code allows a new set-up', async () => {
    const code = codeOf(portal, secret);
    portal.services.config.SECRET = ['another one of at least 32 characters'];
    token = await signInAgain();
    expectCode(await give(code), codes.wrongCode);
    expectCode(await give(recoveryCodes[0] ?? ''), 200);
    await setUp(portal, token);
    expectCode(await queue(), 200);
  });

  test('mails and the log report the set-up and each used recovery code, without the code', async () => {
    const before = await noticesTo(email);
    expect(before.map(({ subject }) => subject)).toEqual([
      'A second factor was set up for your account',
    ]);
    for (const code of recoveryCodes) {
      // The use of a code of the app is not mailed.
      token = await signInAgain();
      await give(code);
    }
    const notices = (await noticesTo(email)).slice(1);
    expect(notices.map(({ body }) => /Codes left: (\d+)/.exec(body)?.[1])).toEqual(
      recoveryCodes.map((_, index) => String(recoveryCodes.length - 1 - index)),
    );
    expect(notices.at(-1)?.body).toContain('That was the last one.');
    const entries = await rows(portal.services, 'audit_entry', { actor: email });
    const logged = entries.map(({ action }) => action).filter((one) => /^secondF/.test(one));
    expect(logged).toEqual([
      'secondFactor.setUp',
      ...recoveryCodes.map(() => 'secondFactor.recoveryCode'),
    ]);
    for (const code of recoveryCodes)
      expect(JSON.stringify([notices, entries])).not.toContain(code);
  });
});

describe('a lead', () => {
  let lead: string;
  beforeEach(async () => {
    lead = await signInAs(portal, 'lead@example.eu', ['lead']);
    await setUp(portal, lead);
  });

  test('resets a second factor: open sessions end, and it is set up again at the next sign-in', async () => {
    const { secret } = await setUp(portal, token);
    // Gives the mail about the reset a later time than the mail about the set-up.
    portal.clock.advance(1000);
    const reset = (of: string) =>
      portal.call('staffForgetSecondFactor', { email: of }, { token: lead });
    expectCode(await reset('nobody@example.eu'), codes.notFound);
    expectCode(await reset(email), 200);
    expect((await noticesTo(email)).at(-1)).toMatchObject({
      subject: 'Your second factor was reset',
      body: expect.stringContaining('https://portal.example.eu/desk/second-factor'),
    });
    expectCode(await queue(), codes.signedOut);
    portal.clock.advance(60_000);
    token = await portal.signIn(email);
    expect(await awaited()).toBe('setUp');
    expectCode(await queue(), codes.secondFactorNeeded);
    expectCode(await give(codeOf(portal, secret, 1)), codes.wrongCode);
    await setUp(portal, token);
    expectCode(await queue(), 200);
  });

  test('unlocks a second factor, which needs no new set-up', async () => {
    const { secret } = await setUp(portal, token);
    for (let count = 0; count < 5; count++) await give(wrongFor(secret));
    const listed = async () =>
      (await portal.granted('staffList', {}, { token: lead })).find((one) => one.email === email);
    expect((await listed())?.lockedUntil).toBe(portal.services.now() + DAY);
    const unlock = (of: string) => portal.call('staffUnlock', { email: of }, { token: lead });
    expect((await unlock('lead@example.eu')).data).toEqual({ wasLocked: false });
    const unlocked = await unlock(email);
    expect(unlocked.data).toEqual({ wasLocked: true });
    expect((await listed())?.lockedUntil).toBeNull();
    expectCode(await give(codeOf(portal, secret, 1)), 200);
  });
});

describe('calls that require a fresh second factor', () => {
  const MINUTE = 60_000;
  let secret: string;
  let recoveryCodes: string[];
  beforeEach(async () => {
    token = await signInAs(portal, 'lead@example.eu', ['lead']);
    ({ secret, recoveryCodes } = await setUp(portal, token));
  });
  const roles = { email, roles: ['auditor' as const] };
  const consequential = {
    staffChange: () => portal.call('staffChange', roles, { token }),
    staffForgetSecondFactor: () => portal.call('staffForgetSecondFactor', { email }, { token }),
    staffNominationConfirm: () => portal.call('staffNominationConfirm', { email }, { token }),
    deskSettingsChange: () => portal.call('deskSettingsChange', { answerDays: 14 }, { token }),
    secondFactorBegin: () => portal.call('secondFactorBegin', {}, { token }),
    secondFactorConfirm: () => portal.call('secondFactorConfirm', { code: '000000' }, { token }),
  };

  test('are rejected ten minutes after it was given, and accepted once it is given again', async () => {
    for (const [name, call] of Object.entries(consequential)) {
      portal.clock.advance(10 * MINUTE);
      const log = await rows(portal.services, 'audit_entry');
      expectAnswer(await call(), { status: 403, code: codes.freshFactorNeeded });
      expect(await rows(portal.services, 'audit_entry'), name).toEqual(log);
      expectCode(await give(codeOf(portal, secret)), 200);
      const { code, message } = await call();
      expect(code, `${name}: ${message}`).not.toBe(codes.freshFactorNeeded);
    }
  });

  test('are accepted for ten minutes, and after a recovery code; other calls always', async () => {
    portal.clock.advance(10 * MINUTE - 1);
    expectCode(await consequential.deskSettingsChange(), 200);
    portal.clock.advance(11 * 60 * MINUTE);
    expectCode(await queue(), 200);
    expectCode(await portal.call('staffUnlock', { email }, { token }), 200);
    expectCode(await give(recoveryCodes[0] ?? ''), 200);
    expectCode(await consequential.staffChange(), 200);
  });
});

describe('rows that the portal did not write are rejected:', () => {
  const change = (set: { last_step: number }) =>
    changeRows(portal.services, 'second_factor', {}, set);

  test('a changed second factor', async () => {
    const { secret } = await setUp(portal, token);
    const { last_step } = await row(portal.services, 'second_factor', {});
    const other = await signInAgain();
    await change({ last_step: 0 });
    expectCode(await give(codeOf(portal, secret), other), codes.wrongCode);
    await change({ last_step });
    expectCode(await give(codeOf(portal, secret), other), codes.ok);
  });

  test('an added recovery code', async () => {
    const { recoveryCodes } = await setUp(portal, token);
    const other = await signInAgain();
    const { db } = portal.services.store;
    const { id } = await row(portal.services, 'account', { email });
    const code = 'aaaaa-bbbbb-ccccc-ddddd-eeeee';
    const digest = createHash('sha256').update(code).digest('hex');
    await addRows(portal.services, 'recovery_code', { account_id: id, digest });
    expectCode(await give(code, other), codes.wrongCode);
    await db.deleteFrom('recovery_code').where('digest', '=', digest).execute();
    expectCode(await give(recoveryCodes[0] ?? '', other), codes.ok);
  });
});
