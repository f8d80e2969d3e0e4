import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { Language } from '#contract/languages.ts';
import { insertRows } from '#server/platform/database/rows.ts';
import { readWorkbook } from '#tests/lib/encrypted-xlsx/read-workbook.ts';
import { callersOf } from '#tests/server/callers.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { personalForm, startSeededPortal } from '#tests/server/seeded-portal.ts';

const DAY = 86_400_000;
const VIN = 'VF1AAAAAAAA000001';
const FORMULA = '=HYPERLINK("http://x.example","a, b")';

const portal = portalOfFile(startSeededPortal);
const { owner, reviewer, owningReviewer, auditor } = callersOf(portal, { auditor: ['auditor'] });
let first: string;
let overdue: string;
beforeAll(async () => {
  overdue = await filedBy('Listed');
  portal.clock.advance(40 * DAY);
  first = await filedBy(FORMULA);
  await portal.granted('deskTake', { applicationNumber: first }, reviewer);
});

const filedBy = (firstName: string) =>
  portal.filed({ user: { ...personalForm([]).user, firstName, lastName: 'Żoła' } });

type Input = InputOf<typeof endpoints.deskQueueExport>;
async function fetched(input: Input, language?: Language) {
  const { response } = await portal.call('deskQueueExport', input, { ...reviewer, language });
  return response;
}
const cells = (text: string): string[][] => parse(text, { bom: true });

describe('the file of the queue', () => {
  test('has the queue’s rows and columns in its order, and no formula', async () => {
    const response = await fetched({ format: 'csv', sort: 'filed', descending: true });
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toContain('applications-2026-12-30.csv');
    expect(response.body.split('\r\n')).toHaveLength(4);
    const requester = 'owner@example.eu';
    const [head, ...listed] = cells(response.body);
    expect(head?.join(', ')).toBe(
      'Due, Overdue, Application number, Kind, Requester, E-mail, Acts on behalf of, ' +
        'Vehicle identification number, Processing status, Filed on, Taken by, Outcome, Ground, ' +
        'Decided by',
    );
    const isOne = (name: string) => ['User or third party', name, requester, '', VIN, 'Submitted'];
    expect(listed.map(([, ...line]) => line)).toEqual([
      ['No', first, ...isOne(`'${FORMULA} Żoła`), '2026-12-30', 'reviewer@example.eu', '', '', ''],
      ['Yes', overdue, ...isOne('Listed Żoła'), '2026-11-20', '', '', '', ''],
    ]);
    const { items } = await portal.granted('deskQueue', { sort: 'filed' }, reviewer);
    expect(listed.map(([due]) => due)).toEqual(items.map(({ dueDay }) => dueDay).toReversed());
  });

  test('is a workbook with the same cells', async () => {
    const [sheet, ...others] = await readWorkbook((await fetched({ format: 'xlsx' })).rawPayload);
    expect(others).toEqual([]);
    const csv = cells((await fetched({ format: 'csv' })).body);
    expect(sheet?.rows[0]).toEqual(csv[0]);
    expect(sheet?.xml).toContain('<pane ySplit="1" topLeftCell="A2"');
    expect(sheet?.xml).toContain('state="frozen"/>');
    expect(sheet?.xml).toContain(`<autoFilter ref="A1:N${csv.length}"/>`);
    const dayIn = (cell: unknown) =>
      new Date(Date.UTC(1899, 11, 30) + Number(cell) * DAY).toISOString().slice(0, 10);
    const shown = sheet?.rows
      .slice(1)
      .map((line) => line.map((cell, at) => ([0, 9].includes(at) ? dayIn(cell) : (cell ?? ''))));
    const plain = csv.slice(1).map((line) => line.map((cell) => cell.replace(/^'/, '')));
    expect(shown).toEqual(
      plain.map((line) => line.slice(0, line.findLastIndex((cell) => cell !== '') + 1)),
    );
  });

  test('is in the reader’s language, also if no application matches the filter', async () => {
    const [head, ...listed] = cells((await fetched({ format: 'csv', kind: 'public' }, 'fr')).body);
    expect(head).toContain('Demandeur');
    expect(listed).toEqual([]);
  });

  test('contains and logs the applications that match the filter, and is found by requester', async () => {
    const { rawPayload } = await fetched({ format: 'xlsx', search: 'listed' });
    const [sheet] = await readWorkbook(rawPayload);
    expect(sheet?.rows.slice(1).map((line) => line[2])).toEqual([overdue]);
    const ofOwner = { requester: 'owner@example.eu', actor: 'reviewer@example.eu' };
    const newest = { ...ofOwner, action: 'queue.export', page: 1, pageSize: 1 } as const;
    const { items } = await portal.granted('auditTrail', newest, auditor);
    expect(items).toMatchObject([{ action: 'queue.export', detail: overdue }]);
  });

  test('is written in batches without gaps or repeats', async () => {
    const copied = await row(portal.services, 'application', { number: first });
    const numbers = Array.from({ length: 450 }, (_, index) => `VD-20261230-C0${1000 + index}`);
    const own = { ...copied, assignee_id: null };
    const copies = numbers.map((number) => ({ ...own, number, submission_id: number }));
    await portal.services.store.transact((trx) => insertRows(trx, 'application', copies));
    const before = (await rows(portal.services, 'audit_entry', { action: 'queue.export' })).length;
    const listed = cells((await fetched({ format: 'csv', sort: 'number' })).body).slice(1);
    expect(listed.map((line) => line[2])).toEqual([...numbers, first, overdue].toSorted());
    const entries = await rows(portal.services, 'audit_entry', { action: 'queue.export' });
    expect(entries).toHaveLength(before + 3);
  });

  test('is rejected in a format other than CSV and XLSX', async () => {
    const answer = await portal.call('deskQueueExport', { format: 'pdf' as 'csv' }, reviewer);
    const wrong = { code: codes.invalid, data: { fields: [{ field: 'format' }] } };
    expect(answer).toMatchObject(wrong);
  });

  test('states how, why and by whom an application was ended, and can be filtered by that', async () => {
    const refused = await filedBy('Refused');
    const refusal = { revision: 0, ground: 'userNotIdentified', text: 'No.' } as const;
    await portal.granted('deskRefuse', { applicationNumber: refused, ...refusal }, reviewer);
    const withdrawn = await filedBy('Withdrawn');
    const ended = { applicationNumber: withdrawn, revision: 0 };
    await portal.granted('terminateOrder', ended, owner);
    const { body } = await fetched({ format: 'csv', turn: 'nobody', sort: 'filed' });
    const listed = cells(body).slice(1);
    expect(listed.map((line) => [line[2], ...line.slice(11)]).toSorted()).toEqual(
      [
        [refused, 'Refused', expect.any(String), 'reviewer@example.eu'],
        [withdrawn, 'Withdrawn by the requester', '', ''],
      ].toSorted(),
    );
    const filteredBy = async (filter: Omit<Input, 'format'>) =>
      (await portal.granted('deskQueue', filter, reviewer)).items.map(({ number }) => number);
    expect(await filteredBy({ ground: 'userNotIdentified' })).toEqual([refused]);
    expect(await filteredBy({ outcome: 'withdrawn' })).toEqual([withdrawn]);
  });

  test('does not name who decided on the reader’s own application', async () => {
    const own = await portal.applicationAt('underReview', owningReviewer.token);
    const { number: applicationNumber, revision } = own;
    const refusal = { ground: 'userNotIdentified', text: 'No.' } as const;
    await portal.granted('deskRefuse', { applicationNumber, revision, ...refusal }, reviewer);
    const decider = async (reader: typeof reviewer) => {
      const input = { format: 'csv', search: applicationNumber } as const;
      const { response } = await portal.call('deskQueueExport', input, reader);
      return cells(response.body)[1]?.at(-1);
    };
    expect(await decider(reviewer)).toBe('reviewer@example.eu');
    expect(await decider(owningReviewer)).toBe('');
  });
});
