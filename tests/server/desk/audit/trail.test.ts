import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { auditFile } from '#server/desk/audit/audit-export.ts';
import { followLinks } from '#server/desk/audit/verify-links.ts';
import { appendAuditEvent, auditHash } from '#server/platform/store/audit-log.ts';
import { signInAs } from '#tests/server/accounts/staff.ts';
import { expectAnswer } from '#tests/server/expect-code.ts';
import { row } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

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
const trail = async (filter: object) =>
  granted(
    await portal.call('auditTrail', { page: 1, pageSize: 100, ...filter }, { token: auditor }),
  );
const entriesOf = async (filter: object) =>
  (await trail(filter)).items.map(({ actor, action, applicationNumber }) => [
    actor.split('@')[0],
    action,
    applicationNumber,
  ]);
const fetched = (query: object) => portal.call('auditExport', query as never, { token: auditor });

describe('the trail', () => {
  test('tells newest first who opened whose application and when', async () => {
    const { items } = await trail({ applicationNumber: first });
    expect(items).toMatchObject([
      { actor: 'auditor@example.eu', action: 'application.open', at: later },
      { actor: 'reviewer@example.eu', action: 'application.open', requester: 'owner@example.eu' },
    ]);
  });

  test('is filtered by who acted, in whatever letters', async () => {
    const found = await entriesOf({ actor: ' Reviewer@Example.eu ', action: 'application.open' });
    expect(found).toEqual([
      ['reviewer', 'application.open', second],
      ['reviewer', 'application.open', first],
    ]);
    expect(await entriesOf({ actor: 'command line' })).toEqual([
      ['command line', 'staff.change', null],
    ]);
    expect(await entriesOf({ actor: 'nobody@example.eu' })).toEqual([]);
  });

  test('is filtered by whose data were opened', async () => {
    expect(await entriesOf({ requester: 'owning-reviewer@example.eu' })).toEqual([
      ['reviewer', 'application.open', second],
    ]);
  });

  test('tells of a page of the queue as one entry, found by each application it showed', async () => {
    const { tokens } = portal;
    const listed = granted(
      await portal.call('deskQueue', { turn: 'holder' }, { token: tokens.reviewer }),
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
    granted(await portal.call('deskQueue', { search: 'zzzz' }, { token: tokens.reviewer }));
    expect((await trail(listing)).total).toBe(1);
    // One that showed others is none of theirs, nor is what names a number and is no listing.
    granted(await portal.call('deskQueue', { search: second }, { token: tokens.reviewer }));
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

  test('names files and requesters by ids alone, which tell nothing once they are erased', async () => {
    const lead = await signInAs(portal, 'lead@example.eu', ['lead']);
    const { db } = portal.services.store;
    const file = await row(portal.services, 'stored_file', { application_number: first });
    const before = (await trail({})).items[0]?.seq ?? 0;
    await portal.call('file', { fileId: file.id }, { token: auditor });
    granted(await portal.call('staffUnlock', { email: 'owner@example.eu' }, { token: lead }));
    granted(await portal.call('staffUnlock', { email: 'never@example.eu' }, { token: lead }));
    await fetched({ format: 'jsonl', requester: 'owner@example.eu' });

    const kept = await db
      .selectFrom('audit_entry')
      .select('detail')
      .where('seq', '>', before)
      .execute();
    expect(kept).toHaveLength(4);
    expect(JSON.stringify(kept)).not.toMatch(/owner@|never@|proof\.pdf/);
    // As long as they are there, the trail tells them in words.
    const details = (await trail({})).items.map(({ detail }) => detail);
    expect(details).toEqual(expect.arrayContaining([file.name, 'owner@example.eu']));
  });

  test('is filtered by time: from an instant on, before another', async () => {
    const at = new Date(later).toISOString();
    expect(await entriesOf({ from: at, action: 'application.open' })).toEqual([
      ['auditor', 'application.open', first],
    ]);
    expect(await entriesOf({ to: at, action: 'application.open' })).toHaveLength(2);
    expect(await entriesOf({ from: at, to: at })).toEqual([]);
  });

  test('comes a page at a time, none twice, with the total of all that fit', async () => {
    const { total, items } = await trail({});
    const pages = await Promise.all(
      Array.from({ length: total }, (_, index) => trail({ page: index + 1, pageSize: 1 })),
    );
    expect(pages.flatMap((page) => page.items)).toEqual(items);
    expect(pages.every((page) => page.total === total)).toBe(true);
    expect((await trail({ page: total + 1, pageSize: 1 })).items).toEqual([]);
  });

  test('holds text that means something to a database as text', async () => {
    expect(await entriesOf({ actor: "' or 1=1 --" })).toEqual([]);
    expect(await entriesOf({ actor: '%' })).toEqual([]);
  });

  test.each([
    ['from', { from: 'yesterday' }],
    ['to', { to: '2026-11-21' }],
    ['action', { action: 'look' }],
    ['applicationNumber', { applicationNumber: '1' }],
    ['requester', { requester: 'nobody' }],
    ['actor', { actor: 'x'.repeat(201) }],
    ['pageSize', { pageSize: 101 }],
  ])('names a field that is wrong: %s', async (field, filter) => {
    const answer = await portal.call('auditTrail', { page: 1, pageSize: 20, ...filter } as never, {
      token: auditor,
    });
    expect(answer).toMatchObject({
      status: 400,
      code: codes.invalid,
      data: { fields: [{ field }] },
    });
  });
});

describe('the export', () => {
  test('as JSON Lines holds what the chain is recomputed from, and itself', async () => {
    const { response } = await fetched({ format: 'jsonl' });
    expect(response.headers['content-disposition']).toBe('attachment; filename=audit-log.jsonl');
    const entries = response.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries.at(-1)).toMatchObject({ action: 'audit.export', detail: 'jsonl' });
    let hash = '';
    for (const [index, entry] of entries.entries()) {
      expect(entry.seq).toBe(index + 1);
      expect(entry.hash).toBe(auditHash(hash, { ...entry, at: Date.parse(entry.at) }));
      hash = entry.hash;
    }
  });

  test('as CSV holds the part that fits; a cell is never a formula', async () => {
    const detail = '=HYPERLINK("http://evil.example","a,b")\nnext';
    const { db } = portal.services.store;
    const entry = await db
      .selectFrom('audit_entry')
      .selectAll()
      .where('action', '=', 'application.open')
      .orderBy('seq')
      .executeTakeFirstOrThrow();
    await db.updateTable('audit_entry').set({ detail }).where('seq', '=', entry.seq).execute();
    const { response } = await fetched({
      format: 'csv',
      applicationNumber: first,
      action: 'application.open',
    });
    const { seq, at, actor_id, hash } = entry;
    const [heading, line] = [
      'seq,at,actor_id,actor,action,application_number,detail,hash',
      `${seq},${new Date(at).toISOString()},${actor_id},reviewer@example.eu,application.open,${first},"'=HYPERLINK(""http://evil.example"",""a,b"")\nnext",${hash}`,
    ];
    expect(response.body.startsWith(`${heading}\r\n${line}\r\n`)).toBe(true);
    expect(response.body.match(/\r\n/g)).toHaveLength(3);
    await db
      .updateTable('audit_entry')
      .set({ detail: entry.detail })
      .where('seq', '=', seq)
      .execute();
  });

  test('stands in the log, with what was asked for', async () => {
    await fetched({ format: 'csv', actor: 'reviewer@example.eu' });
    const { items } = await trail({ action: 'audit.export' });
    expect(items[0]?.detail).toBe('csv actor=reviewer@example.eu');
    // Of whose data, by the account: an address does not outlive it in the log.
    for (const email of ['owner@example.eu', 'owning-reviewer@example.eu']) {
      const { id } = await row(portal.services, 'account', { email });
      await fetched({ format: 'csv', requester: email });
      const [newest] = (await trail({ action: 'audit.export' })).items;
      expect(newest?.detail).toBe(`csv requester=${id}`);
    }
  });

  test('ends with what was there when it was asked for', async () => {
    const last = (await trail({})).items[0]?.seq;
    const { content } = await auditFile(portal.services, 'jsonl', {});
    await open(first, portal.tokens.reviewer);
    const lines = (await text(content)).trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '{}').seq).toBe(last);
  });

  test('of a large log is sent while it is read, whole', async () => {
    const { db } = portal.services.store;
    const last = await db
      .selectFrom('audit_entry')
      .selectAll()
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 2500 }, (_, index) => ({
      ...last,
      seq: last.seq + 1 + index,
    }));
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insertInto('audit_entry')
        .values(rows.slice(from, from + 500))
        .execute();
    const seq = last.seq + rows.length;
    await db.updateTable('audit_head').set({ seq }).execute();
    const { response } = await fetched({ format: 'jsonl' });
    expect(response.headers['content-length']).toBeUndefined();
    const seqs = response.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).seq);
    expect(seqs).toEqual(Array.from({ length: seq + 1 }, (_, index) => index + 1));
    expect((await followLinks(db)).entries).toBe(seq + 1);
  });

  test.each([
    ['format', {}],
    ['format', { format: 'xlsx' }],
    ['from', { format: 'csv', from: 'x' }],
  ])('names a field that is wrong: %s in %j', async (field, query) => {
    expectAnswer(await fetched(query), { status: 400, data: { fields: [{ field }] } });
  });
});
