import { beforeAll, expect, test } from 'vitest';
import type { EndpointName } from '#contract/endpoints.ts';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { disputePackOf } from '#tests/server/applications/disputes/dispute-pack-of.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { contents, startSeededPortal } from '#tests/server/seeded-portal.ts';

/** Two runs of the same story, with separate people and applications. */
const tellers = [
  { name: 'first', email: 'owner@example.eu', token: 'owner' },
  { name: 'second', email: 'owning-reviewer@example.eu', token: 'owningReviewer' },
] as const;
type Teller = (typeof tellers)[number];

const portal = portalOfFile(startSeededPortal);
/** All rows after the first story, and after both. */
let before: Record<string, string[]>;
let after: Record<string, string[]>;
beforeAll(async () => {
  const [first, second] = tellers;
  await story(first.name, portal.tokens[first.token]);
  before = await contents(portal);
  portal.clock.advance(3 * 60 * 60_000);
  await story(second.name, portal.tokens[second.token]);
  after = await contents(portal);
});

/** Makes a call with a token; returns its data. */
const done = async <Data = unknown>(name: EndpointName, input: object, token: string) =>
  (await portal.granted(name, input as never, { token })) as Data;

/** Makes every kind of change by desk and requester to four applications of people with this name. */
async function story(name: string, requester: string): Promise<void> {
  const staff = (role: string) =>
    signInAs(portal, `${role}-${name}@example.eu`, ['lead', 'reviewer']);
  const [lead, colleague] = [await staff('lead'), await staff('colleague')];
  const { id: of } = await done<{ id: string }>('currentUser', {}, colleague);

  const { number: applicationNumber } = await portal.applicationAt('underReview', requester);
  const about = { applicationNumber };
  await done('deskTake', about, lead);
  await done('deskWatch', { ...about, isWatched: true }, lead);
  await done('deskWatch', { ...about, isWatched: true }, colleague);
  await done('deskNoteAdd', { ...about, note: 'By phone.' }, lead);
  const ask = { ...about, of, note: 'Enough?' };
  const { id: question } = await done<{ id: string }>('deskOpinionAsk', ask, lead);
  await done('deskOpinionGive', { ...about, question, note: 'Yes.', agrees: true }, colleague);
  await done('deskHandOver', { ...about, to: of }, lead);
  await done('deskRelease', about, colleague);
  const refusal = { ...about, ground: 'userNotIdentified', text: 'Another owner.' };
  const { revision } = await done<{ revision: number }>('deskApplication', about, lead);
  await done('deskRefuse', { ...refusal, revision }, lead);

  const { number: taken } = await portal.applicationAt('submitted', requester);
  await done('deskTake', { applicationNumber: taken }, lead);

  for (const token of [lead, colleague])
    await done('deskMailsChange', { frequency: 'hourly' }, token);
  await done('deskNoteAdd', { ...about, note: `@colleague-${name}@example.eu by post.` }, lead);
  await done('deskMailsChange', { frequency: 'atOnce' }, lead);
  const template = { decision: 'request', texts: { en: `Dear {name} of ${name}, about {number}` } };
  const page = { ...template, name: `Page ${name}` };
  const saved = await done<{ id: string }>('deskTemplateSave', page, lead);
  await done('deskTemplateSave', { ...template, id: saved.id, name: `Leaf ${name}` }, lead);
  const spare = { ...template, name: `Spare of ${name}` };
  await done('deskTemplateRemove', await done('deskTemplateSave', spare, lead), lead);
  const view = { name: 'Emergencies', filter: { kind: 'public' } };
  await done('deskViewSave', view, lead);
  await done('deskViewSave', { ...view, filter: { kind: 'personal' } }, lead);
  for (const token of [lead, colleague])
    await done('deskViewSave', { ...view, name: 'Given up' }, token);
  await done('deskViewForget', { name: 'Given up' }, lead);

  const draft = { name: 'application', content: '{"values":{}}', revision: 0 };
  const draftRevision = await done<{ revision: number }>('draftSave', draft, requester);
  await done('draftSave', { ...draft, ...draftRevision, content: '{"values":{"a":1}}' }, requester);

  const approved = await portal.applicationAt('approved', requester);
  await generateDue(portal.services);
  await done('deskWatch', { applicationNumber: approved.number, isWatched: true }, colleague);
  await done('deskWatch', { ...about, isWatched: false }, colleague);
  const report = { applicationNumber: approved.number };
  await done('regenerateReport', report, requester);
  await generateDue(portal.services);
  const dispute = { body: 'competentAuthority', bodyName: name, startedOn: '2026-11-02' };
  await done('deskDisputeRecord', { ...report, ...dispute, reference: name }, lead);
  await done('deskSuspend', { ...report, revision: approved.revision, text: 'Published.' }, lead);

  const { number, revision: last } = await portal.applicationAt('informationRequired', requester);
  const supplied = { applicationNumber: number, revision: last, text: `Here, ${name}.` };
  const files = [await portal.uploaded(requester)];
  await done('qualificationReviewSup', { ...supplied, files }, requester);
  await done('terminateOrder', { applicationNumber: number, revision: last + 1 }, requester);
}

/** Recipients of mails about a requester's applications. */
async function mailedAbout(teller: Teller): Promise<string[]> {
  const mails: string[] = [];
  for (const application_number of await numbersOf(teller))
    for (const { recipient } of await rows(portal.services, 'mail', { application_number }))
      mails.push(recipient);
  return [...new Set(mails)].toSorted();
}

/** Tables with counters and positions, shared by everyone, like the search index. */
const shared = ['allowance', 'audit_head', 'job'];

test('actions of users on their applications change no row of other users', async () => {
  const isOf = (row: string) => !/reviewer@example\.eu/.test(row);
  const changed = Object.entries(before).flatMap(([table, rows]) => {
    const now = new Set(after[table]);
    const gone =
      shared.includes(table) || table.includes('trigram')
        ? []
        : rows.filter((row) => isOf(row) && !now.has(row));
    return gone.map((row) => `${table} ${row}`);
  });
  expect(changed).toEqual([]);
  // Each story leaves the view «Given up» of a colleague, two watches, one template, and a
  // colleague with hourly mails.
  expect(after.saved_view?.filter((row) => row.includes('Given up'))).toHaveLength(2);
  expect(after.watch).toHaveLength(4);
  expect(after.letter_template).toHaveLength(2);
  expect(after.account?.filter((row) => row.includes('"mails_hourly":1'))).toHaveLength(2);
  expect((await verifyChains(portal.services)).broken).toEqual([]);
});

test.each(tellers)('mails of the scenario $name are sent only to its users', async (teller) => {
  const people = ['colleague', 'lead'].map((role) => `${role}-${teller.name}@example.eu`);
  expect(await mailedAbout(teller)).toEqual([...people, teller.email].toSorted());
});

const numbersOf = async ({ email }: Teller) => {
  const { id } = await row(portal.services, 'account', { email });
  const own = await rows(portal.services, 'application', { requester_id: id });
  return own.map(({ number }) => number);
};

/** Values that occur in one of the stories only: people, numbers, ids, digests, texts. */
async function marksOf(teller: Teller): Promise<string[]> {
  // The address itself is in the example's data request, too.
  const requester = `"requesterEmail":"${teller.email}"`;
  const marks = [requester, `-${teller.name}@`, ...(await numbersOf(teller))];
  for (const application_number of await numbersOf(teller)) {
    const of = { application_number };
    const { services } = portal;
    for (const { id } of [
      ...(await rows(services, 'stored_file', of)),
      ...(await rows(services, 'note', of)),
      ...(await rows(services, 'dispute', of)),
    ])
      marks.push(id);
    for (const { sha256 } of await rows(services, 'report', of)) marks.push(String(sha256));
    for (const { text } of await rows(services, 'supplement', of)) marks.push(text);
  }
  return marks;
}

test.each(tellers)(
  'pages of the scenario $name show nothing of the other scenario',
  async (teller) => {
    const other = tellers.find((one) => one !== teller) as Teller;
    const [own, marks] = [await marksOf(teller), await marksOf(other)];
    const lead = await signInAs(portal, `lead-${teller.name}@example.eu`, ['lead', 'reviewer']);
    const requester = portal.tokens[teller.token];
    let watched = 0;
    let shown = JSON.stringify(await done('history', { page: 1, pageSize: 20 }, requester));
    for (const applicationNumber of await numbersOf(teller)) {
      const about = { applicationNumber };
      const atDesk = await done<{ isWatched: boolean }>('deskApplication', about, lead);
      if (atDesk.isWatched) watched++;
      shown += JSON.stringify([
        atDesk,
        await done('deskTemplateTexts', { ...about, decision: 'request' }, lead),
        await done('applicationDetails', about, requester),
      ]);
      for (const [path, part] of await disputePackOf(portal, applicationNumber, { token: lead }))
        shown += `${path} ${part}`;
    }
    expect(marks.filter((mark) => shown.includes(mark))).toEqual([]);
    expect(own.filter((mark) => !shown.includes(mark))).toEqual([]);
    expect(watched).toBe(1);
  },
);
