import { beforeEach, expect, test } from 'vitest';
import { accessActions } from '#contract/audit.ts';
import { purgeLog } from '#server/applications/retention.ts';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { callersOf } from '#tests/server/callers.ts';
import { type Portal, row, rows, startPortal } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { browserOf } from './browser.ts';

const DAY = 24 * 60 * 60 * 1000;

const portal: Portal = portalOfTest(startPortal);
const { auditor } = callersOf(portal, { auditor: ['auditor'] }, beforeEach);

const trail = async (filter: object = {}) =>
  (await portal.granted('auditTrail', { page: 1, pageSize: 100, ...filter }, auditor)).items.map(
    ({ actor, action, detail }) => [actor, action, detail],
  );
const stored = async () => JSON.stringify(await rows(portal.services, 'audit_entry'));

async function enterWrongCodes(email: string, count: number): Promise<void> {
  const browser = browserOf(portal, '127.0.0.1', 'one visit', email);
  await browser.ask();
  await browser.guess(count);
}

test('sign-in and sign-out of a requester are logged with the account id', async () => {
  const token = await portal.signIn('owner@example.eu');
  await portal.call('logout', {}, { token });
  expect(await stored()).not.toContain('owner@example.eu');
  const { id } = await row(portal.services, 'account', { email: 'owner@example.eu' });
  expect(await rows(portal.services, 'audit_entry', { actor_id: id })).toMatchObject([
    { actor: 'requester', action: 'signIn.succeed' },
    { actor: 'requester', action: 'session.end' },
  ]);
  // While the account exists, the trail shows and finds its address.
  expect(await trail({ actor: 'owner@example.eu' })).toEqual([
    ['owner@example.eu', 'session.end', 'signed out'],
    ['owner@example.eu', 'signIn.succeed', null],
  ]);
});

test('wrong codes for an address without an account are logged with a keyed digest only', async () => {
  await enterWrongCodes('never@example.eu', 5);
  expect(await stored()).not.toMatch(/never/);
  const found = await trail({ actor: 'not signed in' });
  expect(found.map(([, action]) => action)).toEqual([
    'signIn.lock',
    ...Array(4).fill('signIn.fail'),
  ]);
  const digests = new Set(found.map(([, , detail]) => detail));
  expect(digests.size).toBe(1);
  expect([...digests][0]).toMatch(/^[0-9a-f]{32}$/);
});

test('wrong codes for an account and the lifting of its lock are logged with the account id', async () => {
  await portal.signIn('owner@example.eu');
  portal.clock.advance(DAY);
  await enterWrongCodes('owner@example.eu', 5);
  const mails = await rows(portal.services, 'mail', { recipient: 'owner@example.eu' });
  const [, token = ''] = mails.flatMap(({ body }) => /#lift=(\S+)/.exec(body) ?? []);
  await portal.granted('liftLock', { token });
  expect(await stored()).not.toContain('owner@example.eu');
  expect((await trail({ actor: 'not signed in' })).slice(0, 2)).toEqual([
    ['not signed in', 'signIn.lift', 'owner@example.eu'],
    ['not signed in', 'signIn.lock', 'owner@example.eu'],
  ]);
});

test('a call without the necessary role is logged once a minute', async () => {
  const token = await portal.signIn('owner@example.eu');
  for (let tries = 0; tries < 3; tries++) await portal.call('deskQueue', {}, { token });
  await portal.call('staffList', {}, { token });
  const refusals = () => trail({ action: 'access.refuse' });
  expect(await refusals()).toEqual([
    ['owner@example.eu', 'access.refuse', '/server/desk/staff'],
    ['owner@example.eu', 'access.refuse', '/server/desk/queue'],
  ]);
  portal.clock.advance(60_000);
  await portal.call('deskQueue', {}, { token });
  expect(await refusals()).toHaveLength(3);
});

test('expired access entries are purged, and the chain stays valid', async () => {
  await enterWrongCodes('never@example.eu', 2);
  portal.clock.advance(366 * DAY);
  await portal.signIn('auditor@example.eu');
  const before = await rows(portal.services, 'audit_entry');
  const old = before.filter(({ at }) => at < portal.services.now() - 365 * DAY);
  const isAccess = ({ action }: { action: string }) => accessActions.some((one) => one === action);
  expect(await purgeLog(portal.services)).toBe(old.filter(isAccess).length);
  expect(old.filter(isAccess).length).toBeGreaterThan(2);
  const entries = await rows(portal.services, 'audit_entry');
  expect(entries.map(({ action }) => action).sort()).toEqual(['signIn.succeed', 'staff.change']);
  expect((await verifyChains(portal.services)).broken).toEqual([]);
  expect(await purgeLog(portal.services)).toBe(0);
});

test('verification finds an entry that was deleted before the end of its retention', async () => {
  await enterWrongCodes('never@example.eu', 1);
  portal.clock.advance(366 * DAY);
  await enterWrongCodes('other@example.eu', 1);
  await purgeLog(portal.services);
  const { seq } = await row(portal.services, 'audit_entry', { action: 'signIn.fail' });
  await portal.services.store.db.deleteFrom('audit_entry').where('seq', '=', seq).execute();
  expect((await verifyChains(portal.services)).broken).toEqual([`audit_entry ${seq}`]);
});
