import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { appendAuditEvent, flushReads } from '#server/platform/audit/audit-log.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { changeRows, row } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

const DAY = 24 * 60 * 60 * 1000;

const portal = portalOfTest(startSeededPortal);
let auditor: string;
let first: string;
let second: string;
let later: number;
beforeEach(async () => {
  auditor = await signInAs(portal, 'auditor@example.eu', ['auditor']);
  ({ number: first } = await portal.applicationAt('submitted'));
  ({ number: second } = await portal.applicationAt('submitted', portal.tokens.owningReviewer));
  await open(first, portal.tokens.reviewer);
  await open(second, portal.tokens.reviewer);
  portal.clock.advance(DAY);
  later = portal.services.now();
  await open(first, auditor);
});

const open = (applicationNumber: string, token: string) =>
  portal.call('deskApplication', { applicationNumber }, { token });
const trail = (filter: object) =>
  portal.granted('auditTrail', { page: 1, pageSize: 100, ...filter }, { token: auditor });
const entriesOf = async (filter: object) =>
  (await trail(filter)).items.map(({ actor, action, applicationNumber }) => [
    actor.split('@')[0],
    action,
    applicationNumber,
  ]);
const fetched = (query: object) => portal.call('auditExport', query as never, { token: auditor });

describe('the trail', () => {
  test('lists newest first who opened whose application and when', async () => {
    const { items } = await trail({ applicationNumber: first });
    expect(items).toMatchObject([
      { actor: 'auditor@example.eu', action: 'application.open', at: later },
      { actor: 'reviewer@example.eu', action: 'application.open', requester: 'owner@example.eu' },
    ]);
  });

  test('is filtered by actor, requester and time, and SQL in a filter has no effect', async () => {
    const found = await entriesOf({ actor: ' Reviewer@Example.eu ', action: 'application.open' });
    expect(found).toEqual([
      ['reviewer', 'application.open', second],
      ['reviewer', 'application.open', first],
    ]);
    expect(await entriesOf({ actor: 'command line' })).toEqual([
      ['command line', 'staff.change', null],
    ]);
    for (const actor of ['nobody@example.eu', "' or 1=1 --", '%'])
      expect(await entriesOf({ actor })).toEqual([]);
    expect(await entriesOf({ requester: 'owning-reviewer@example.eu' })).toEqual([
      ['reviewer', 'application.open', second],
    ]);
    const [at, action] = [new Date(later).toISOString(), 'application.open'];
    expect(await entriesOf({ from: at, action })).toEqual([['auditor', action, first]]);
    expect(await entriesOf({ to: at, action })).toHaveLength(2);
    expect(await entriesOf({ from: at, to: at })).toEqual([]);
  });

  test('names staff by their address at the time', async () => {
    const renamed = { email: 'renamed@example.eu' };
    const action = 'application.open';
    await changeRows(portal.services, 'account', { email: 'reviewer@example.eu' }, renamed);
    expect(await entriesOf({ actor: 'reviewer@example.eu', action })).toEqual([
      ['reviewer', action, second],
      ['reviewer', action, first],
    ]);
    expect(await entriesOf({ actor: renamed.email, action })).toEqual([]);
  });

  test('has one entry for a page of the queue, found by each application on it', async () => {
    const { tokens } = portal;
    const listed = await portal.granted(
      'deskQueue',
      { turn: 'holder' },
      { token: tokens.reviewer },
    );
    expect(listed.items.map(({ number }) => number)).toEqual(
      expect.arrayContaining([first, second]),
    );
    const listing = { action: 'queue.list', actor: 'reviewer@example.eu' };
    const ofFirst = await trail({ ...listing, applicationNumber: first });
    expect(ofFirst.items.map(({ detail }) => detail)).toEqual([
      listed.items.map(({ number }) => number).join(' '),
    ]);
    expect((await trail({ ...listing, requester: 'owner@example.eu' })).total).toBe(1);
    expect((await trail({ ...listing, requester: 'stranger@example.eu' })).total).toBe(0);
    expect((await trail({ ...listing, applicationNumber: 'VD-20200101-AAAAAA' })).total).toBe(0);
    await portal.granted('deskQueue', { search: 'zzzz' }, { token: tokens.reviewer });
    expect((await trail(listing)).total).toBe(1);
    // Excluded: a listing of other applications, and an entry with a number that is no listing.
    await portal.granted('deskQueue', { search: second }, { token: tokens.reviewer });
    expect((await trail(listing)).total).toBe(2);
    expect((await trail({ ...listing, requester: 'owner@example.eu' })).total).toBe(1);
    const action = 'address.unlock';
    await portal.services.store.transact((trx) =>
      appendAuditEvent(portal.services, trx, {
        by: { id: 'nobody', email: 'nobody' },
        action,
        detail: first,
      }),
    );
    expect((await trail({ action })).total).toBe(1);
    expect((await trail({ action, applicationNumber: first })).total).toBe(0);
    expect((await trail({ action, requester: 'owner@example.eu' })).total).toBe(0);
  });

  test('names files and requesters by id only, which identifies nothing after erasure', async () => {
    const lead = await signInAs(portal, 'lead@example.eu', ['lead']);
    const { db } = portal.services.store;
    const file = await row(portal.services, 'stored_file', { application_number: first });
    const before = (await trail({})).items[0]?.seq ?? 0;
    await portal.call('file', { fileId: file.id }, { token: auditor });
    await portal.granted('staffUnlock', { email: 'owner@example.eu' }, { token: lead });
    await portal.granted('staffUnlock', { email: 'never@example.eu' }, { token: lead });
    await fetched({ format: 'jsonl', requester: 'owner@example.eu' });

    await flushReads(portal.services.store);
    const entries = await db
      .selectFrom('audit_entry')
      .select('detail')
      .where('seq', '>', before)
      .execute();
    expect(entries).toHaveLength(4);
    expect(JSON.stringify(entries)).not.toMatch(/owner@|never@|proof\.pdf/);
    // While the rows exist, the trail shows their names.
    const details = (await trail({})).items.map(({ detail }) => detail);
    expect(details).toEqual(expect.arrayContaining([file.name, 'owner@example.eu']));
  });

  test('is paged without gaps or repeats, with the total of the filter', async () => {
    const { total, items } = await trail({});
    const pages = await Promise.all(
      Array.from({ length: total }, (_, index) => trail({ page: index + 1, pageSize: 1 })),
    );
    expect(pages.flatMap((page) => page.items)).toEqual(items);
    expect(pages.every((page) => page.total === total)).toBe(true);
    expect((await trail({ page: total + 1, pageSize: 1 })).items).toEqual([]);
  });

  test('is rejected with the name of an invalid field', async () => {
    for (const [field, value] of Object.entries({
      from: 'yesterday',
      to: '2026-11-21',
      action: 'look',
      applicationNumber: '1',
      requester: 'nobody',
      actor: 'x'.repeat(201),
      pageSize: 101,
    })) {
      const filter = { page: 1, pageSize: 20, [field]: value } as never;
      expect(await portal.call('auditTrail', filter, { token: auditor })).toMatchObject({
        status: 400,
        code: codes.invalid,
        data: { fields: [{ field }] },
      });
    }
  });
});
