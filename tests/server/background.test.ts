import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { staffRoles } from '#contract/staff-roles.ts';
import { DAY, HOUR, MINUTE } from '#lib/words/durations.ts';
import { syncVehicleLinks } from '#server/applications/entitlement.ts';
import {
  backgroundErrors,
  cleanUp,
  runTimedTransitions,
  startBackground,
} from '#server/background.ts';
import { syncGrantLinks } from '#server/live/grant-clock.ts';
import { sendOperatorAlerts } from '#server/operations/operator-alerts.ts';
import { DatabaseClock } from '#server/platform/database/clock.ts';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';
import { endLinks } from '#tests/server/vehicles/fill-store.ts';
import { signInAs } from './accounts/staff/staff.ts';
import { row, rows } from './fixture.ts';

const portal = portalOfTest(() => startSeededPortal({ RECORD_DAYS: '10', REMIND_DAYS: '2' }));
let stop: ReturnType<typeof startBackground> | undefined;
let errors: unknown[] = [];

beforeEach(() => {
  errors = [];
  // Only the timers of the background.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  await stop?.();
  vi.useRealTimers();
  expect(errors).toEqual([]);
});

const start = () => {
  // Work in progress when the portal closes must not fail the next test.
  const own = errors;
  stop = startBackground(portal.services, (error) => own.push(error));
};

const stateOf = async (number: string) =>
  (await row(portal.services, 'application', { number })).state;
/** Remaining time of the requester, in ms. */
const timeLeft = async (number: string) => {
  const { answer_due_at: due } = await row(portal.services, 'application', { number });
  return (due ?? Number.NaN) - portal.services.now();
};

test('workers that meet an unavailable database log one line a minute, and other errors whole', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const log = { warn: vi.fn(), error: vi.fn() };
  const report = backgroundErrors(log);
  report(new StoreUnavailable('connect ECONNREFUSED'));
  report(new StoreUnavailable('connect ECONNREFUSED'));
  const line = 'Background work is interrupted: connect ECONNREFUSED';
  expect(log.warn.mock.calls).toEqual([[line]]);
  vi.advanceTimersByTime(MINUTE);
  report(new StoreUnavailable('connect ECONNREFUSED'));
  expect(log.warn.mock.calls).toEqual([[line], [line]]);
  const broken = new Error('broken');
  report(broken);
  report(broken);
  expect(log.error.mock.calls).toEqual([[broken], [broken]]);
});

describe('every minute', () => {
  test('a passed deadline terminates an application', async () => {
    const { number } = await portal.applicationAt('awaited');
    start();
    portal.clock.advance(await timeLeft(number));
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect(await stateOf(number)).toBe('dataRequest.awaited');
    await vi.advanceTimersByTimeAsync(1);
    await expect.poll(() => stateOf(number)).toBe('terminated.byHolder');
  });

  test('a reminder is sent REMIND_DAYS before the deadline', async () => {
    const { number } = await portal.applicationAt('awaited');
    start();
    const sent = async () =>
      (await rows(portal.services, 'mail', { recipient: 'owner@example.eu' })).length;
    portal.clock.advance((await timeLeft(number)) - 2 * DAY - MINUTE);
    await vi.advanceTimersByTimeAsync(MINUTE);
    const before = await sent();
    portal.clock.advance(MINUTE);
    await vi.advanceTimersByTimeAsync(MINUTE);
    await expect.poll(sent).toBe(before + 1);
    expect(await stateOf(number)).toBe('dataRequest.awaited');
  });

  test('the end of a link that is stored here is mailed', async () => {
    const { number } = await portal.applicationAt('awaited');
    start();
    await endLinks(portal.services.store, VEHICLE, portal.services.now());
    await vi.advanceTimersByTimeAsync(MINUTE);
    const mails = async () => {
      const sent = await rows(portal.services, 'mail', { recipient: 'owner@example.eu' });
      return sent.map(({ body }) => body).join();
    };
    await expect.poll(mails).toContain('unlinked from your account');
    expect(await stateOf(number)).toBe('dataRequest.awaited');
  });
});

/** An expired session. */
async function ended() {
  const [session] = await rows(portal.services, 'session');
  if (!session) throw new Error('nobody is signed in');
  return { ...session, expires_at: portal.services.now() - 1 };
}

describe('every hour', () => {
  test('expired sessions, cookie choices and unused accounts are deleted', async () => {
    granted(await portal.call('cookieRecord', { functional: true }));
    const count = async () => (await rows(portal.services, 'session')).length;
    const { db } = portal.services.store;
    await db
      .insertInto('session')
      .values({ ...(await ended()), token_digest: 'ended' })
      .execute();
    start();
    // The start deletes expired data, too.
    await expect.poll(count).toBe(4);
    portal.clock.advance(366 * DAY);
    // Polling moved the timers a little.
    await vi.advanceTimersByTimeAsync(HOUR - MINUTE);
    expect(await count()).toBe(4);
    await vi.advanceTimersByTimeAsync(MINUTE);
    await expect.poll(count).toBe(0);
    await expect.poll(() => rows(portal.services, 'cookie_choice')).toEqual([]);
    await expect
      .poll(() => rows(portal.services, 'account', { email: 'stranger@example.eu' }))
      .toEqual([]);
  });

  test('an application is deleted RECORD_DAYS after its end', async () => {
    const { number: applicationNumber, revision } = await portal.applicationAt('submitted');
    const { owner: token } = portal.tokens;
    granted(await portal.call('terminateOrder', { applicationNumber, revision }, { token }));
    start();
    portal.clock.advance(10 * DAY);
    await vi.advanceTimersByTimeAsync(HOUR);
    await expect.poll(() => rows(portal.services, 'application')).toEqual([]);
  });
});

test('an unused account is deleted unless it has a role', async () => {
  // The last lead would stay.
  await signInAs(portal, 'first-lead@example.eu', ['lead']);
  for (const role of staffRoles) await signInAs(portal, `${role}-alone@example.eu`, [role]);
  await signInAs(portal, 'nobody-alone@example.eu', []);
  portal.clock.advance(400 * DAY);
  start();
  await expect.poll(() => rows(portal.services, 'session')).toEqual([]);
  await expect
    .poll(() => rows(portal.services, 'account', { email: 'stranger@example.eu' }))
    .toEqual([]);
  const left = (await rows(portal.services, 'account')).map(({ email }) => email);
  expect(left.filter((email) => email.includes('-alone')).toSorted()).toEqual(
    staffRoles.map((role) => `${role}-alone@example.eu`).toSorted(),
  );
});

test('a process with a wrong clock changes no shared data', async () => {
  const { number } = await portal.applicationAt('awaited');
  portal.clock.advance(366 * DAY);
  const clock = new DatabaseClock(portal.services.store);
  portal.services.clock = clock;
  const { db } = portal.services.store;
  const seen = async () => [
    await stateOf(number),
    (await rows(portal.services, 'session')).length,
    (await rows(portal.services, 'account')).length,
    (await rows(portal.services, 'operator_mail')).length,
  ];
  const run = async () => {
    await runTimedTransitions(portal.services);
    await cleanUp(portal.services, (error) => errors.push(error));
    await sendOperatorAlerts(portal.services);
  };
  const before = await seen();
  clock.msAhead = 61_000;
  await run();
  expect(await seen()).toEqual(before);
  const select = vi.spyOn(db, 'selectFrom');
  await syncVehicleLinks(portal.services);
  await syncGrantLinks(portal.services);
  expect(select).not.toHaveBeenCalled();
  select.mockRestore();
  clock.msAhead = 0;
  await run();
  const after = await seen();
  for (const [index, value] of before.entries()) expect(after[index]).not.toEqual(value);
});

test('stopping waits for a clean-up in progress, but not when it is overdue', async () => {
  const cleaning = Promise.withResolvers<void>();
  const scrub = vi.spyOn(portal.services.store, 'scrub').mockReturnValue(cleaning.promise);
  start();
  await expect.poll(() => scrub.mock.calls.length).toBe(1);
  let isStopped = false;
  const stopped = stop?.().then(() => {
    isStopped = true;
  });
  await stop?.(AbortSignal.abort());
  expect(isStopped).toBe(false);
  cleaning.resolve();
  await stopped;
  scrub.mockRestore();
});

test('stopping clears all timers', async () => {
  start();
  await stop?.();
  stop = undefined;
  expect(vi.getTimerCount()).toBe(0);
});
