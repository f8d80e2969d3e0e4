import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditFile } from '#server/desk/audit/audit-routes.ts';
import { flushReads } from '#server/platform/audit/audit-log.ts';
import { entryHash } from '#server/platform/audit/chain.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { expectAnswer } from '#tests/server/expect-code.ts';
import { addRows, changeRows, row } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfTest(startSeededPortal);
let auditor: string;
let first: string;
beforeEach(async () => {
  auditor = await signInAs(portal, 'auditor@example.eu', ['auditor']);
  ({ number: first } = await portal.applicationAt('submitted'));
  await open(first, portal.tokens.reviewer);
  await open(first, auditor);
});

const open = (applicationNumber: string, token: string) =>
  portal.call('deskApplication', { applicationNumber }, { token });
const trail = (filter: object) =>
  portal.granted('auditTrail', { page: 1, pageSize: 100, ...filter }, { token: auditor });
const fetched = (query: object) => portal.call('auditExport', query as never, { token: auditor });

describe('the export', () => {
  test('as JSON Lines has hashes that can be recomputed without a key, and includes its own entry', async () => {
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
      expect(entry.at, 'UTC').toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
      expect(entry.hash).toBe(entryHash(hash, { ...entry, at: Date.parse(entry.at) }));
      hash = entry.hash;
    }
  });

  test('as CSV has the filtered entries; a cell is never a formula', async () => {
    const detail = '=HYPERLINK("http://evil.example","a,b")\nnext';
    const { db } = portal.services.store;
    await flushReads(portal.services.store);
    const entry = await db
      .selectFrom('audit_entry')
      .selectAll()
      .where('action', '=', 'application.open')
      .orderBy('seq')
      .executeTakeFirstOrThrow();
    await changeRows(portal.services, 'audit_entry', { seq: entry.seq }, { detail });
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
    await open(first, portal.tokens.reviewer);
    const lines = (await text(content)).trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '{}').seq).toBe(last);
  });

  test('of a large log is streamed completely', async () => {
    const { db } = portal.services.store;
    await flushReads(portal.services.store);
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
      await addRows(portal.services, 'audit_entry', ...rows.slice(from, from + 500));
    const seq = last.seq + rows.length;
    await changeRows(portal.services, 'audit_head', {}, { entry_seq: seq });
    const { response } = await fetched({ format: 'jsonl' });
    expect(response.headers['content-length']).toBeUndefined();
    const seqs = response.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).seq);
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
