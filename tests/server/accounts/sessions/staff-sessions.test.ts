import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { DAY, MINUTE, SECOND } from '#lib/words/durations.ts';
import { purgeSignIns } from '#server/accounts/accounts.ts';
import { endLapsedSessions } from '#server/accounts/sessions/sessions.ts';
import { COMMAND_LINE } from '#server/accounts/staff/roles.ts';
import { changeStaff, forgetFactorOf } from '#server/accounts/staff/staff-accounts.ts';
import { setUp, signInAs } from '#tests/server/accounts/staff/staff.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { lastCode, rows, startPortal } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { granted } from '#tests/server/seeded-portal.ts';

const EMAIL = 'rita@example.eu';

const portal = portalOfTest(() =>
  startPortal({ settings: { STAFF_SESSION_HOURS: '12', STAFF_REST_MINUTES: '30' } }),
);
let token: string;
beforeEach(async () => {
  token = await signInAs(portal, EMAIL, ['reviewer']);
});

const use = (by = token) => portal.call('deskQueue', { page: 1, pageSize: 20 }, { token: by });
const poll = (by = token) => portal.call('currentUser', {}, { token: by, unattended: true });
const ends = async () =>
  (await rows(portal.services, 'audit_entry', { action: 'session.end' })).map(
    ({ actor, detail }) => `${actor}: ${detail}`,
  );

describe('a session of staff', () => {
  test('continues after 29:59 without use, and ends after 30:01', async () => {
    portal.clock.advance(29 * MINUTE + 59 * SECOND);
    expectCode(await use(), codes.ok);
    portal.clock.advance(29 * MINUTE + 59 * SECOND);
    expectCode(await use(), codes.ok);
    portal.clock.advance(30 * MINUTE + SECOND);
    const refused = await use();
    expectCode(refused, codes.signedOut);
    expect(refused.data).toEqual({ ended: 'rest' });
    expect(refused.message).toBe(
      'You were signed out because the portal had not been used for a while. Please sign in again.',
    );
    expectCode(await portal.call('extendSession', {}, { token }), codes.signedOut);
  });

  test('is not extended by unattended calls of an open page', async () => {
    for (let minute = 0; minute < 29; minute++) {
      portal.clock.advance(MINUTE);
      expectCode(await poll(), codes.ok);
    }
    expect((await poll()).data).toMatchObject({ sessionEndsIn: MINUTE, canExtendSession: true });
    portal.clock.advance(MINUTE);
    expectAnswer(await poll(), { code: codes.signedOut, data: { ended: 'rest' } });
  });

  test('ends after 12 hours despite activity', async () => {
    for (let at = 0; at < 12 * 60 - 20; at += 20) {
      portal.clock.advance(20 * MINUTE);
      expectCode(await use(), codes.ok);
    }
    expect((await poll()).data).toMatchObject({
      sessionEndsIn: 20 * MINUTE,
      canExtendSession: false,
    });
    const { data } = await portal.call('extendSession', {}, { token });
    expect(data).toEqual({ sessionEndsIn: 20 * MINUTE });
    portal.clock.advance(20 * MINUTE);
    expectAnswer(await use(), { code: codes.signedOut, data: { ended: 'age' } });
  });

  test('that expired is logged once, and still has its reason after the clean-up', async () => {
    const other = await signInAs(portal, 'otto@example.eu', ['auditor']);
    portal.clock.advance(20 * MINUTE);
    await use(other);
    portal.clock.advance(15 * MINUTE);
    await endLapsedSessions(portal.services);
    await endLapsedSessions(portal.services);
    expect(await ends()).toEqual([`${EMAIL}: ${EMAIL}: 1 (rest)`]);
    await purgeSignIns(portal.services);
    expectAnswer(await use(), { code: codes.signedOut, data: { ended: 'rest' } });
    portal.clock.advance(31 * DAY);
    await purgeSignIns(portal.services);
    expectAnswer(await use(), { code: codes.signedOut, data: null });
  });

  test('ends with every change of the roles, and not when nothing changes', async () => {
    const { services } = portal;
    const give = (roles: ('reviewer' | 'auditor')[]) =>
      changeStaff(services, COMMAND_LINE, { email: EMAIL, roles });
    await give(['reviewer']);
    expectCode(await use(), codes.ok);
    await give(['reviewer', 'auditor']);
    expectAnswer(await use(), { code: codes.signedOut, data: { ended: 'roles' } });
    expect(await ends()).toEqual([`command line: ${EMAIL}: 1 (roles)`]);
  });
});

describe('a change of the second factor', () => {
  test('ends the other sessions, but not the one in which the new factor was confirmed', async () => {
    portal.clock.advance(MINUTE);
    const second = await portal.signIn(EMAIL);
    await setUp(portal, token);
    expectAnswer(await use(second), { code: codes.signedOut, data: { ended: 'factor' } });
    expectCode(await use(), codes.ok);
    expect(await ends()).toEqual([`${EMAIL}: ${EMAIL}: 1 (factor)`]);
  });

  test('by somebody else ends all sessions', async () => {
    await setUp(portal, token);
    await forgetFactorOf(portal.services, COMMAND_LINE, EMAIL);
    expectAnswer(await use(), { code: codes.signedOut, data: { ended: 'factor' } });
  });
});

describe('the caller’s own sessions', () => {
  const list = (by: string) => portal.call('sessionList', {}, { token: by });
  const signInFrom = async (agent: string, cookies = {}, email = EMAIL) => {
    portal.clock.advance(MINUTE);
    await portal.call('sendCaptcha', { email, privacyAccepted: true });
    const payload = { email, code: await lastCode(portal.services, email) };
    const { path: url } = endpoints.login;
    const headers = { 'user-agent': agent };
    const answer = await portal.app.inject({ method: 'POST', url, headers, cookies, payload });
    return answer.json().data.token as string;
  };
  const firefox =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';

  test('are listed with their beginning, last use and browser', async () => {
    await signInFrom(firefox, {}, 'owner@example.eu');
    const second = await signInFrom(firefox);
    portal.clock.advance(MINUTE);
    const now = portal.services.now();
    expect(granted(await list(second))).toMatchObject([
      { begunAt: now - MINUTE, lastUsedAt: now, browser: 'Firefox, Windows', isThis: true },
      { begunAt: now - 3 * MINUTE, lastUsedAt: now - 3 * MINUTE, isThis: false },
    ]);
    portal.clock.advance(27 * MINUTE);
    expect(granted(await list(second))).toHaveLength(1);
  });

  test('are limited to one per browser: a new sign-in ends the previous one there, and no other', async () => {
    const second = await signInFrom(firefox);
    const third = await signInFrom(firefox, { 'login-token': second });
    expectAnswer(await use(second), { status: 401, data: null });
    expect(granted(await list(third))).toHaveLength(2);
    expectCode(await use(), codes.ok);
    // Also when another account signed in there before.
    const owner = await signInFrom(firefox, { 'login-token': third }, 'owner@example.eu');
    expectCode(await use(owner), codes.forbidden);
    expectAnswer(await use(third), { status: 401, data: null });
  });

  test('can be ended singly, or all except the current one, and the log records it', async () => {
    const second = await signInFrom(firefox);
    const third = await signInFrom('curl/8');
    const [, other] = granted(await list(second));
    expectCode(await portal.call('sessionEnd', { id: other?.id ?? '' }, { token: second }), 200);
    expectAnswer(await use(third), { code: codes.signedOut, data: { ended: 'elsewhere' } });
    const { data } = await portal.call('sessionEndOthers', {}, { token: second });
    expect(data).toEqual({ ended: 1 });
    expectCode(await use(), codes.signedOut);
    expectCode(await use(second), codes.ok);
    expect(await ends()).toEqual(Array(2).fill(`${EMAIL}: ${EMAIL}: 1 (elsewhere)`));
  });

  test('cannot be ended by another account', async () => {
    const owner = await portal.signIn('owner@example.eu');
    const [own] = granted(await list(token));
    const end = await portal.call('sessionEnd', { id: own?.id ?? '' }, { token: owner });
    expectCode(end, codes.notFound);
    expectCode(await use(), codes.ok);
  });

  test('are available to staff only after their second factor', async () => {
    await setUp(portal, token);
    portal.clock.advance(MINUTE);
    const second = await portal.signIn(EMAIL);
    expectCode(await list(second), codes.secondFactorNeeded);
    const others = await portal.call('sessionEndOthers', {}, { token: second });
    expectCode(others, codes.secondFactorNeeded);
    expectCode(await use(), codes.ok);
  });
});

describe('a session of a requester', () => {
  test('does not end for inactivity', async () => {
    const owner = await portal.signIn('owner@example.eu');
    portal.clock.advance(DAY);
    await endLapsedSessions(portal.services);
    expect(await ends()).toEqual([`${EMAIL}: ${EMAIL}: 1 (rest)`]);
    expectCode(await poll(owner), codes.ok);
  });
});
