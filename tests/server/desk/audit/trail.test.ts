import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { auditFile } from '#server/desk/audit/audit-routes.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { entryHash } from '#server/platform/audit/chain.ts';
import { insertRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectAnswer } from '#tests/server/expect-code.ts';
import { addRows, changeRows, row, rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

const DAY = 24 * 60 * 60 * 1000;

const portal = portalOfTest(startSeededPortal);
const staff = { auditor: ['auditor'], lead: ['lead'] } as const;
const { owningReviewer, reviewer, auditor, lead } = callersOf(portal, staff, beforeEach);
let first: string;
let second: string;
let later: number;
beforeEach(async () => {
  ({ number: first } = await portal.applicationAt('submitted'));
  ({ number: second } = await portal.applicationAt('submitted', owningReviewer.token));
  await open(first, reviewer);
  await open(second, reviewer);
  portal.clock.advance(DAY);
  later = portal.services.now();
  await open(first, auditor);
});

const open = (applicationNumber: string, who: typeof auditor) =>
  portal.call('deskApplication', { applicationNumber }, who);
const trail = (filter: object) =>
  portal.granted('auditTrail', { page: 1, pageSize: 100, ...filter }, auditor);
const entriesOf = async (filter: object) =>
  (await trail(filter)).items.map(({ actor, action, applicationNumber }) => [
    actor.split('@')[0],
    action,
    applicationNumber,
  ]);
const fetched = (query: object) => portal.call('auditExport', query as never, auditor);

describe('the trail', () => {
  test('lists newest first who opened whose application and when', async () => {
    const { items } = await trail({ applicationNumber: first });
    expect(items).toMatchObject([
      { actor: 'auditor@example.eu', action: 'application.open', at: later },
      { actor: 'reviewer@example.eu', action: 'application.open', requester: 'owner@example.eu' },
    ]);
  });

  test('takes only reads from the rows that wait for the chain', async () => {
    const forged = { at: later, actor_id: 'x', actor: 'lead@example.eu', detail: 'forged' };
    for (const action of ['data.approve', 'application.open'] as const)
      await addRows(portal.services, 'pending_read', {
        ...{ id: action, action, application_number: first },
        ...forged,
      });
    const { items } = await trail({ actor: 'lead@example.eu', applicationNumber: first });
    expect(items.map(({ action }) => action)).toEqual(['application.open']);
  });

  test('is filtered by actor, requester and time, and SQL in a filter has no effect', async () => {
    const found = await entriesOf({ actor: ' Reviewer@Example.eu ', action: 'application.open' });
    expect(found).toEqual([
      ['reviewer', 'application.open', second],
      ['reviewer', 'application.open', first],
    ]);
    expect(await entriesOf({ actor: 'command line' })).toEqual(
      Array(2).fill(['command line', 'staff.change', null]),
    );
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
    const listed = await portal.granted('deskQueue', { turn: 'holder' }, reviewer);
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
    await portal.granted('deskQueue', { search: 'zzzz' }, reviewer);
    expect((await trail(listing)).total).toBe(1);
    // Excluded: a listing of other applications, and an entry with a number that is no listing.
    await portal.granted('deskQueue', { search: second }, reviewer);
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
    const file = await row(portal.services, 'stored_file', { application_number: first });
    const before = (await trail({})).items[0]?.seq ?? 0;
    await portal.call('file', { fileId: file.id }, auditor);
    await portal.granted('staffUnlock', { email: 'owner@example.eu' }, lead);
    await portal.granted('staffUnlock', { email: 'never@example.eu' }, lead);
    await fetched({ format: 'jsonl', requester: 'owner@example.eu' });

    const entries = (await rows(portal.services, 'audit_entry')).filter(({ seq }) => seq > before);
    expect(entries).toHaveLength(4);
    expect(JSON.stringify(entries.map(({ detail }) => detail))).not.toMatch(
      /owner@|never@|proof\.pdf/,
    );
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
      expect(await portal.call('auditTrail', filter, auditor)).toMatchObject({
        status: 400,
        code: codes.invalid,
        data: { fields: [{ field }] },
      });
    }
  });
});

describe('the export', () => {
  const linesIn = (body: string) =>
    body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('as JSON Lines has hashes that can be recomputed without a key, and includes its own entry', async () => {
    const { response } = await fetched({ format: 'jsonl' });
    expect(response.headers['content-disposition']).toBe('attachment; filename=audit-log.jsonl');
    const entries = linesIn(response.body);
    expect(entries.at(-1)).toMatchObject({ action: 'audit.export', detail: 'jsonl' });
    let hash = '';
    for (const [index, entry] of entries.entries()) {
      expect(entry.seq).toBe(index + 1);
      expect(entry.at, 'UTC').toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
      expect(entry.hash).toBe(entryHash(hash, { ...entry, at: Date.parse(entry.at) }));
      hash = entry.hash;
    }
  });

  test('as CSV has the filtered entries; a cell is never a formula', async () => {
    const detail = '=HYPERLINK("http://evil.example","a,b")\nnext';
    const entry = await row(portal.services, 'audit_entry', { action: 'application.open' });
    await changeRows(portal.services, 'audit_entry', { seq: entry.seq }, { detail });
    const filter = { applicationNumber: first, action: 'application.open' };
    const { response } = await fetched({ format: 'csv', ...filter });
    const { seq, at, actor_id, hash } = entry;
    const [heading, line] = [
      'seq,at,actor_id,actor,action,application_number,detail,hash',
      `${seq},${new Date(at).toISOString()},${actor_id},reviewer@example.eu,application.open,${first},"'=HYPERLINK(""http://evil.example"",""a,b"")\nnext",${hash}`,
    ];
    expect(response.body.startsWith(`${heading}\r\n${line}\r\n`)).toBe(true);
    expect(response.body.match(/\r\n/g)).toHaveLength(3);
    await changeRows(portal.services, 'audit_entry', { seq }, { detail: entry.detail });
  });

  test('is logged with its filter', async () => {
    await fetched({ format: 'csv', actor: 'reviewer@example.eu' });
    const { items } = await trail({ action: 'audit.export' });
    expect(items[0]?.detail).toBe('csv actor=reviewer@example.eu');
    // The requester is logged by id, so that no address remains in the log after the account.
    for (const email of ['owner@example.eu', 'owning-reviewer@example.eu']) {
      const { id } = await row(portal.services, 'account', { email });
      await fetched({ format: 'csv', requester: email });
      const [newest] = (await trail({ action: 'audit.export' })).items;
      expect(newest?.detail).toBe(`csv requester=${id}`);
    }
  });

  test('ends with the entries at the time of the request', async () => {
    const last = (await trail({})).items[0]?.seq;
    const { content } = await auditFile(portal.services, 'jsonl', {});
    await open(first, reviewer);
    expect(linesIn(await text(content)).at(-1)?.seq).toBe(last);
  });

  test('of a large log is streamed completely', async () => {
    const last = (await rows(portal.services, 'audit_entry')).at(-1) as Schema['audit_entry'];
    const added = Array.from({ length: 2500 }, (_, at) => ({ ...last, seq: last.seq + 1 + at }));
    await insertRows(portal.services.store.db, 'audit_entry', added);
    const seq = last.seq + added.length;
    await changeRows(portal.services, 'audit_head', {}, { entry_seq: seq });
    const { response } = await fetched({ format: 'jsonl' });
    expect(response.headers['content-length']).toBeUndefined();
    const seqs = linesIn(response.body).map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: seq + 1 }, (_, index) => index + 1));
  });

  test('is rejected with the name of an invalid field', async () => {
    for (const [field, query] of [
      ['format', {}],
      ['format', { format: 'xlsx' }],
      ['from', { format: 'csv', from: 'x' }],
    ] as const)
      expectAnswer(await fetched(query), { status: 400, data: { fields: [{ field }] } });
  });
});
