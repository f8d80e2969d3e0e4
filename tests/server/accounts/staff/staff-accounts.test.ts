import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { addRows, row, rows } from '#tests/server/fixture.ts';
import { chainHoldsAfterEach, portalOfTest } from '#tests/server/portal-of.ts';
import { runHere } from '#tests/server/run-tool.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import { setUp } from './staff.ts';

const LEAD = 'lead@example.eu';
const DAY = 24 * 60 * 60 * 1000;

const portal = portalOfTest(startSeededPortal);
chainHoldsAfterEach(portal);
const { lead, owner, reviewer } = callersOf(portal, { lead: ['lead'] }, beforeEach);
const REVIEWER = 'reviewer@example.eu';

const change = (email: string, roles: StaffRole[]) =>
  portal.call('staffChange', { email, roles }, lead);
const queue = (token: string) => portal.call('deskQueue', { page: 1, pageSize: 20 }, { token });
const listed = async () => {
  const staff = await portal.granted('staffList', {}, lead);
  return Object.fromEntries(staff.map(({ email, roles }) => [email, roles]));
};
const log = async () =>
  (await rows(portal.services, 'audit_entry')).map(
    ({ actor, action, detail }) => `${actor} ${action} ${detail}`,
  );

describe('a lead', () => {
  test('gives roles to an address that never signed in, and the log records it', async () => {
    expectCode(await change(' New@Example.EU ', ['reviewer', 'auditor']), 200);
    expect((await listed())['new@example.eu']).toEqual(['reviewer', 'auditor']);
    const token = await portal.signIn('new@example.eu');
    const { data } = await portal.call('currentUser', {}, { token });
    expect(data.roles).toEqual(['requester', 'reviewer', 'auditor']);
    expect(await log()).toContain(
      'lead@example.eu staff.change new@example.eu: none → reviewer, auditor',
    );
  });

  test('sees which staff addresses are locked, and no other locked addresses', async () => {
    const lock = (email: string) =>
      addRows(portal.services, 'challenge', {
        ...{ email, sender: 'a', state: 'locked', wrong_tries: 5 },
        locked_until: portal.services.now() + DAY,
      });
    const locked = async () => {
      const staff = await portal.granted('staffList', {}, lead);
      return staff.filter((one) => one.lockedUntil !== null).map(({ email }) => email);
    };
    await lock('stranger@example.eu');
    expect(await locked()).toEqual([]);
    await lock(REVIEWER);
    expect(await locked()).toEqual([REVIEWER]);
  });

  test('removes all roles and the second factor of an account, whose session then no longer opens the desk', async () => {
    await setUp(portal, reviewer.token);
    expectCode(await queue(reviewer.token), 200);
    expectCode(await change(REVIEWER, []), 200);
    expectCode(await queue(reviewer.token), codes.signedOut);
    expect(await listed()).not.toHaveProperty(REVIEWER);
    expect((await log()).slice(-2)).toEqual([
      'lead@example.eu staff.change reviewer@example.eu: reviewer → none',
      'lead@example.eu session.end reviewer@example.eu: 1 (roles)',
    ]);
    portal.clock.advance(60_000);
    expectCode(await queue(await portal.signIn(REVIEWER)), codes.forbidden);
    await change(REVIEWER, ['reviewer']);
    portal.clock.advance(60_000);
    const token = await portal.signIn(REVIEWER);
    const { data } = await portal.call('secondFactorState', {}, { token });
    const none = { isSetUp: false, recoveryCodesLeft: 0, offersPasskeys: false, passkeys: [] };
    expect(data).toEqual(none);
  });

  test('removes the reviewer role, which releases the applications of that reviewer only', async () => {
    const { id } = await row(portal.services, 'account', { email: REVIEWER });
    const { id: leadId } = await row(portal.services, 'account', { email: LEAD });
    const taken = async (who: typeof lead) => {
      const { number: applicationNumber, revision } = await portal.applicationAt('submitted');
      await portal.granted('deskTake', { applicationNumber }, who);
      return { applicationNumber, revision };
    };
    const own = await taken(reviewer);
    const ofLead = await taken(lead);
    const ended = await taken(reviewer);
    await portal.granted('terminateOrder', ended, owner);
    const assignee = async ({ applicationNumber: number }: typeof own) =>
      (await row(portal.services, 'application', { number })).assignee_id;
    await change(REVIEWER, ['lead']);
    expect(await assignee(own)).toBe(id);
    await change(REVIEWER, ['auditor']);
    expect(await assignee(own)).toBeNull();
    expect(await assignee(ofLead)).toBe(leadId);
    // Ended applications keep their assignee.
    expect(await assignee(ended)).toBe(id);
    const released = await rows(portal.services, 'audit_entry', { action: 'application.release' });
    expect(released).toMatchObject([{ application_number: own.applicationNumber, actor: LEAD }]);
  });

  test('cannot change their own roles', async () => {
    for (const roles of [[], ['lead', 'auditor'], ['lead']] as StaffRole[][])
      expectCode(await change(LEAD, roles), codes.forbidden);
    expect((await listed())[LEAD]).toEqual(['lead']);
  });

  test('unlocks an address that five wrong codes locked', async () => {
    const email = 'owner@example.eu';
    portal.clock.advance(DAY);
    await portal.call('sendCaptcha', { email, privacyAccepted: true });
    for (let count = 0; count < 5; count++)
      await portal.call('login', { email, code: '000000' }, {});
    const asked = () => portal.call('sendCaptcha', { email, privacyAccepted: true });
    expectCode(await asked(), codes.locked);
    const unlock = () => portal.call('staffUnlock', { email }, lead);
    expect((await unlock()).data).toEqual({ wasLocked: true });
    expectCode(await asked(), 200);
    expect((await unlock()).data).toEqual({ wasLocked: false });
    const owner = await row(portal.services, 'account', { email });
    expect((await log()).at(-1)).toBe(`lead@example.eu address.unlock ${owner.id}`);
  });

  test('gets the name of an invalid field', async () => {
    const before = await log();
    for (const [input, field] of [
      [{ email: 'nobody', roles: ['reviewer'] }, 'email'],
      [{ email: 'a@example.eu', roles: ['admin'] }, 'roles.0'],
      [{ email: 'a@example.eu' }, 'roles'],
      [{ email: 'a@example.eu', roles: Array(5).fill('lead') }, 'roles'],
    ] as const) {
      const answer = await portal.call('staffChange', input as never, lead);
      expectAnswer(answer, { status: 400, data: { fields: [{ field }] } });
    }
    expect(await log()).toEqual(before);
  });
});

describe('portal staff', () => {
  const staff = (...args: string[]) => runHere(portal, 'staff', args);

  test('sets roles, lists accounts and removes accounts while the portal runs', async () => {
    expect(await staff('set', 'By-Hand@example.eu', 'auditor', 'analyst')).toMatchObject({
      status: 0,
      stdout: 'by-hand@example.eu now has these roles: auditor, analyst\n',
    });
    expect((await staff('list')).stdout).toMatch(
      /^by-hand@example\.eu +auditor, analyst \(no second factor yet\)$/m,
    );
    expect((await listed())['by-hand@example.eu']).toEqual(['auditor', 'analyst']);
    await staff('remove', 'by-hand@example.eu');
    expect(await listed()).not.toHaveProperty('by-hand@example.eu');
    expect((await log()).at(-1)).toMatch(/^command line staff\.change by-hand@example\.eu:/);
  });

  test('does not remove the last lead', async () => {
    expect(await staff('remove', LEAD)).toMatchObject({
      status: 1,
      stderr: 'This is the last lead: make somebody else a lead first.\n',
    });
    expect((await listed())[LEAD]).toEqual(['lead']);
  });

  test('unlocks an account and resets its second factor', async () => {
    expect((await staff('unlock', LEAD)).stdout).toBe('lead@example.eu was not locked\n');
    expect((await staff('forget-factor', LEAD)).stdout).toContain('must set up a second factor');
  });

  test('ends with 2 and a message after a wrong command', async () => {
    const commands =
      'list, set, remove, confirm, decline, unlock, forget-factor, unlink, forget-secret';
    for (const [command, problem] of Object.entries({
      'set nobody lead': '«nobody» is not an e-mail address',
      'set a@example.eu boss': '«boss» is not one of reviewer, lead, auditor, analyst',
      'set a@example.eu': 'Name at least one role',
      'forget-factor nobody@example.eu': 'nobody@example.eu has no account',
      'promote a@example.eu': `unknown command «promote»; known: ${commands}`,
      lst: `unknown command «lst»; known: ${commands}`,
      'set --all':
        "Unknown option '--all'. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- \"--all\"",
      unlock: 'Name an e-mail address',
      'remove a@example.eu b@example.eu': 'Unexpected argument «b@example.eu»',
      'list a@example.eu': 'Unexpected argument «a@example.eu»',
    }))
      expect(await staff(...command.split(' ')), command).toEqual({
        status: 2,
        stdout: '',
        stderr: `${problem}\nSee --help.\n`,
      });
  });
});
