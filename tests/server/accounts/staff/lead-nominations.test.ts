import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { confirmLead, declineLead } from '#server/accounts/staff/lead-nominations.ts';
import { changeStaff } from '#server/accounts/staff/staff-accounts.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { changeRows, row, rows, startPortal } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { runHere } from '#tests/server/run-tool.ts';
import { granted } from '#tests/server/seeded-portal.ts';
import { signInAs } from './staff.ts';

const ONE = 'one@example.eu';
const TWO = 'two@example.eu';
const NEW = 'new@example.eu';

const portal = portalOfTest(startPortal);
const { one, two } = callersOf(portal, { one: ['lead'], two: ['lead'] } as const, beforeEach);
beforeEach(() => portal.clock.advance(1000));

type Who = typeof one;
const propose = (who = one, roles: StaffRole[] = ['lead']) =>
  portal.call('staffChange', { email: NEW, roles }, who);
const confirm = (who: Who, email = NEW) => portal.call('staffNominationConfirm', { email }, who);
const decline = (who: Who, email = NEW) => portal.call('staffNominationDecline', { email }, who);
const proposed = async () =>
  (await portal.granted('staffNominations', {}, two)).map(({ byId: _, at: __, ...all }) => all);
const rolesOf = async (email: string) =>
  (await portal.granted('staffList', {}, two)).find((who) => who.email === email)?.roles ?? [];
/** Recipients of the mails with this subject. */
const mailed = async (subject: string) =>
  (await rows(portal.services, 'mail', { subject })).map(({ recipient }) => recipient).toSorted();
const log = async () =>
  (await rows(portal.services, 'audit_entry'))
    .filter(({ action }) => action.startsWith('staff.'))
    .map(({ actor, action, detail }) => `${actor} ${action} ${detail}`);

describe('a new lead requires two leads', () => {
  test('one lead proposes, which changes nothing; the other confirms', async () => {
    await signInAs(portal, NEW, ['reviewer']);
    // Staff without the lead role get no mail.
    await signInAs(portal, 'auditor@example.eu', ['auditor']);
    expect(granted(await propose())).toEqual({ awaitsLead: true });
    expect(await rolesOf(NEW)).toEqual(['reviewer']);
    expect(await proposed()).toEqual([{ email: NEW, by: ONE, roles: ['lead'] }]);
    expect(await mailed('A new lead is proposed')).toEqual([TWO]);
    expectCode(await confirm(two), 200);
    expect(await rolesOf(NEW)).toEqual(['lead']);
    expect(await proposed()).toEqual([]);
    expect((await log()).slice(-2)).toEqual([
      `${ONE} staff.nominate ${NEW}: lead`,
      `${TWO} staff.change ${NEW}: reviewer → lead`,
    ]);
    expect(await mailed('There is a new lead')).toContain(ONE);
    expectCode(await confirm(two), codes.notFound);
  });

  test('proposals are listed by age, staff by address', async () => {
    await propose();
    portal.clock.advance(1000);
    const later = { email: 'a@example.eu', roles: ['lead'] as StaffRole[] };
    await portal.granted('staffChange', later, one);
    expect((await proposed()).map(({ email }) => email)).toEqual([NEW, later.email]);
    await signInAs(portal, 'auditor@example.eu', ['auditor']);
    const staff = await portal.granted('staffList', {}, two);
    expect(staff.map(({ email }) => email)).toEqual(['auditor@example.eu', ONE, TWO]);
  });

  test('an existing lead gets further roles from one lead', async () => {
    await signInAs(portal, NEW, ['reviewer']);
    const change = { email: TWO, roles: ['lead', 'reviewer'] as StaffRole[] };
    const changed = await portal.call('staffChange', change, one);
    expect(granted(changed)).toEqual({ awaitsLead: false });
    expect(await rows(portal.services, 'account', { email: TWO, is_reviewer: 1 })).toHaveLength(1);
    expect(granted(await propose())).toEqual({ awaitsLead: true });
    expect(await rows(portal.services, 'account', { email: NEW, is_lead: 0 })).toHaveLength(1);
  });

  test('neither the proposing lead nor the proposed person can confirm', async () => {
    const other = { token: await signInAs(portal, NEW, ['reviewer']) };
    await propose();
    expectCode(await confirm(one), codes.forbidden);
    expectCode(await confirm(other), codes.forbidden);
    expect(await rolesOf(NEW)).toEqual(['reviewer']);
    expect(await proposed()).toHaveLength(1);
  });

  test('the other lead declines, or the proposing one withdraws', async () => {
    for (const who of [two, one]) {
      await propose();
      expectCode(await decline(who), 200);
      expect(await proposed()).toEqual([]);
      expectCode(await confirm(two), codes.notFound);
    }
    expect(await rolesOf(NEW)).toEqual([]);
    expect(await mailed('A proposed lead was declined')).toEqual([ONE, TWO]);
  });

  test('the later of two proposals counts, and no proposal of a former lead', async () => {
    await propose(one, ['lead']);
    await propose(one, ['lead', 'auditor']);
    expect((await proposed())[0]?.roles).toEqual(['lead', 'auditor']);
    await runHere(portal, 'staff', ['set', ONE, 'auditor']);
    expectCode(await confirm(two), codes.notFound);
  });

  test('a call that a lead made just before losing the role changes nothing', async () => {
    const { services } = portal;
    const by = { id: (await row(services, 'account', { email: ONE })).id, email: ONE };
    const former = { ...by, roles: ['lead'] } as const;
    await propose(two);
    await runHere(portal, 'staff', ['set', ONE, 'auditor']);
    const refused = { code: codes.forbidden };
    const change = (roles: StaffRole[]) => changeStaff(services, former, { email: NEW, roles });
    await expect(change(['lead'])).rejects.toMatchObject(refused);
    await expect(change(['auditor'])).rejects.toMatchObject(refused);
    await expect(confirmLead(services, former, NEW)).rejects.toMatchObject(refused);
    await expect(declineLead(services, former, NEW)).rejects.toMatchObject(refused);
    expect(await rolesOf(NEW)).toEqual([]);
    expect(await proposed()).toEqual([{ email: NEW, by: TWO, roles: ['lead'] }]);
  });

  test('giving other roles needs no second lead', async () => {
    expect(granted(await propose(two, ['auditor']))).toEqual({ awaitsLead: false });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['is confirmed', () => confirm(two)],
    ['is declined', () => decline(two)],
    ['ends because other roles are given', () => propose(two, ['auditor'])],
    [
      'ends because its author is no longer a lead',
      () => runHere(portal, 'staff', ['set', ONE, 'auditor']),
    ],
  ])('another proposal remains when one %s', async (_, become) => {
    const other = { email: 'other@example.eu', roles: ['lead' as const] };
    await propose();
    await portal.call('staffChange', other, two);
    expect(await proposed()).toHaveLength(2);
    await become();
    expect(await proposed()).toEqual([{ ...other, by: TWO }]);
  });

  test('of two concurrent confirmations one succeeds', async () => {
    const third = { token: await signInAs(portal, 'three@example.eu', ['lead']) };
    await propose();
    const answers = await Promise.all([confirm(two), confirm(third)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, codes.notFound]);
  });

  test('each lead is mailed in their language', async () => {
    await changeRows(portal.services, 'account', { email: TWO }, { language: 'pl' });
    await propose();
    const [mail] = await rows(portal.services, 'mail', { recipient: TWO, language: 'pl' });
    expect(mail?.subject).toBe('Zaproponowano nowego kierownika');
    expect(mail?.body).toContain(ONE);
  });
});

describe('the removal of a lead requires two other leads', () => {
  const { three } = callersOf(portal, { three: ['lead'] }, beforeEach);
  const remove = (roles: StaffRole[] = ['auditor']) =>
    portal.call('staffChange', { email: TWO, roles }, one);

  test('one lead proposes, which changes nothing; another confirms', async () => {
    expect(granted(await remove())).toEqual({ awaitsLead: true });
    expect(await rolesOf(TWO)).toEqual(['lead']);
    expect(await proposed()).toEqual([{ email: TWO, by: ONE, roles: ['auditor'] }]);
    expect(await mailed('The removal of a lead is proposed')).toEqual(['three@example.eu', TWO]);
    expectCode(await confirm(one, TWO), codes.forbidden);
    expectCode(await confirm(three, TWO), 200);
    expect(await rows(portal.services, 'account', { email: TWO, is_lead: 0 })).toHaveLength(1);
    expectCode(await portal.call('staffList', {}, two), codes.signedOut);
    expect((await log()).slice(-2)).toEqual([
      `${ONE} staff.nominate ${TWO}: auditor`,
      `three@example.eu staff.change ${TWO}: lead → auditor`,
    ]);
    expect(await mailed('A lead was removed')).toEqual([ONE]);
  });

  test('the lead concerned can agree but not decline; others can decline', async () => {
    await remove([]);
    expectCode(await decline(two, TWO), codes.forbidden);
    expectCode(await decline(three, TWO), 200);
    expect(await proposed()).toEqual([]);
    expect(await mailed('The removal of a lead was declined')).toEqual([ONE, TWO]);
    await remove([]);
    expectCode(await confirm(two, TWO), 200);
    expect(await rows(portal.services, 'account', { email: TWO, is_lead: 0 })).toHaveLength(1);
  });

  test('one lead cannot remove the others, also by proposals that end with their author’s role', async () => {
    for (const email of [TWO, 'three@example.eu'])
      await portal.granted('staffChange', { email, roles: [] }, one);
    await portal.granted('staffChange', { email: ONE, roles: [] }, two);
    const confirmed = await Promise.all([confirm(three, ONE), confirm(three, TWO)]);
    // Each removal ends the proposals made by the removed lead.
    expect(confirmed.map(({ code }) => code).toSorted()).toEqual([200, codes.notFound]);
    expect(await rows(portal.services, 'account', { is_lead: 1 })).toHaveLength(2);
  });

  test('`portal staff` confirms a proposed removal, or removes a lead at once', async () => {
    await remove([]);
    const done = await runHere(portal, 'staff', ['confirm', TWO]);
    expect(done.stdout).toBe(`${TWO} is no longer a lead\n`);
    await runHere(portal, 'staff', ['remove', 'three@example.eu']);
    expect(await rows(portal.services, 'account', { is_lead: 1 })).toHaveLength(1);
  });
});

describe('with a single lead', () => {
  beforeEach(async () => {
    await runHere(portal, 'staff', ['remove', TWO]);
    await propose();
  });

  test('the removal of that lead cannot be confirmed', async () => {
    const { id: nominated_by } = await row(portal.services, 'account', { email: TWO });
    const removal = { id: 'removal', email: ONE, roles: '[]', nominated_by, nominated_at: 0 };
    await portal.services.store.transact((trx) =>
      trx.insertInto('lead_nomination').values(removal).execute(),
    );
    expectCode(await confirm(one, ONE), codes.lastLead);
  });

  test('`portal staff` lists, declines and confirms proposals', async () => {
    const { stdout } = await runHere(portal, 'staff', ['list']);
    expect(stdout).toMatch(/new@example\.eu +lead \(proposed by one@example\.eu\)/);
    const declined = await runHere(portal, 'staff', ['decline', NEW]);
    expect(declined.stdout).toBe(`The proposal for ${NEW} was declined\n`);
    expect(await runHere(portal, 'staff', ['confirm', NEW])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`There is no proposal for ${NEW}`),
    });
    await propose();
    const confirmed = await runHere(portal, 'staff', ['confirm', NEW]);
    expect(confirmed).toMatchObject({ status: 0, stdout: `${NEW} is a lead\n` });
    expect(await rows(portal.services, 'account', { email: NEW, is_lead: 1 })).toHaveLength(1);
    expect((await log()).at(-1)).toBe(`command line staff.change ${NEW}: none → lead`);
  });

  test('`portal staff` adds another lead at once, and the first lead is mailed', async () => {
    portal.clock.advance(1000);
    await runHere(portal, 'staff', ['set', 'other@example.eu', 'lead']);
    const mails = await rows(portal.services, 'mail', { recipient: ONE });
    expect(mails.at(-1)?.body).toContain('other@example.eu is a lead at the desk from now on.');
  });
});
