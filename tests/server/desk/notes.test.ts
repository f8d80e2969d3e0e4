import { beforeAll, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { generateDue } from '../run-due.ts';

const SECRET = 'Between us: call the dealer of Łódź first.';

const portal = portalOfFile(startSeededPortal);
let reviewer: { token: string };
beforeAll(async () => {
  reviewer = { token: portal.tokens.reviewer };
});

const notesOf = async (applicationNumber: string, token: string) =>
  (await portal.granted('deskApplication', { applicationNumber }, { token })).notes;

test('colleagues and auditors read notes in their order', async () => {
  const { number: applicationNumber } = await portal.applicationAt('underReview');
  const add = (text: string, by = reviewer) =>
    portal.call('deskNoteAdd', { applicationNumber, note: text }, by);
  granted(await add('First.'));
  portal.clock.advance(1000);
  granted(await add('Second.', { token: portal.tokens.owningReviewer }));
  const auditor = await signInAs(portal, 'auditor@example.eu', ['auditor']);
  for (const token of [reviewer.token, auditor])
    expect(
      (await notesOf(applicationNumber, token)).map(({ author, text }) => [author, text]),
    ).toEqual([
      ['reviewer@example.eu', 'First.'],
      ['owning-reviewer@example.eu', 'Second.'],
    ]);
  expectCode(await add('Mine.', { token: auditor }), codes.forbidden);
  expectCode(await add('   '), codes.invalid);
});

test('a note mentions staff only', async () => {
  const { number: applicationNumber } = await portal.applicationAt('underReview');
  const note = 'As @stranger@example.eu and @owning-reviewer@example.eu said.';
  const added = await portal.call('deskNoteAdd', { applicationNumber, note }, reviewer);
  expect(granted(added).mentions).toEqual(['owning-reviewer@example.eu']);
  const mails = await rows(portal.services, 'mail', { application_number: applicationNumber });
  expect(mails.map(({ recipient }) => recipient)).not.toContain('stranger@example.eu');
});

test('no call of a requester, no mail and no written decision reveals a note', async () => {
  const { number: applicationNumber, revision } = await portal.applicationAt('requested');
  await portal.granted('deskNoteAdd', { applicationNumber, note: SECRET }, reviewer);
  await portal.granted('deskApprove', { applicationNumber, revision }, reviewer);
  await generateDue(portal.services);
  const details = await portal.granted(
    'applicationDetails',
    { applicationNumber },
    { token: portal.tokens.owner },
  );
  const own = { applicationNumber, fileId: details.files[0]?.fileId, revision: details.revision };
  const calls = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
    ([, { kind }]) => kind !== 'multipart',
  );
  let answered = 0;
  for (const [name, { access, example }] of calls) {
    // Ends the session that the others need.
    if (name === 'logout') continue;
    const given = Object.keys(example as object).map((key) => [
      key,
      own[key as keyof typeof own] ?? (example as Record<string, unknown>)[key],
    ]);
    const answer = await portal.call(name, Object.fromEntries(given) as never, {
      token: portal.tokens.owner,
    });
    if (answer.code === 200 && access === 'signedIn') answered++;
    expect(answer.response.rawPayload.includes(Buffer.from(SECRET)), name).toBe(false);
  }
  // Among them the details, the history, the file, the report and the written decision.
  expect(answered).toBeGreaterThanOrEqual(6);
  const mails = await portal.services.store.db.selectFrom('mail').select('body').execute();
  expect(mails.filter(({ body }) => body.includes(SECRET))).toEqual([]);
});

test('a reviewer can neither read nor write notes about their own application', async () => {
  const token = portal.tokens.owningReviewer;
  const { number: applicationNumber } = await portal.applicationAt('submitted', token);
  await portal.granted('deskNoteAdd', { applicationNumber, note: SECRET }, reviewer);
  expect(await notesOf(applicationNumber, token)).toEqual([]);
  expect(await notesOf(applicationNumber, reviewer.token)).toHaveLength(1);
  const added = await portal.call('deskNoteAdd', { applicationNumber, note: 'Hm.' }, { token });
  expectCode(added, codes.notAllowedNow);
});

test('a reviewer does not see who decides on their own application', async () => {
  const token = portal.tokens.owningReviewer;
  const { number: applicationNumber } = await portal.applicationAt('withheld', token);
  const read = async (by: { token: string }) =>
    granted(await portal.call('deskApplication', { applicationNumber }, by));
  expect(JSON.stringify((await read(reviewer)).history)).toContain('reviewer@example.eu');
  const own = await read({ token });
  expect(JSON.stringify(own.history)).not.toContain('"reviewer@example.eu"');
  expect(own).toMatchObject({ fourEyes: null, authorityNotice: null });
});

test('a note is corrected and withdrawn by its author; staff read the earlier versions', async () => {
  const { number: applicationNumber } = await portal.applicationAt('underReview');
  const added = await portal.granted(
    'deskNoteAdd',
    { applicationNumber, note: 'Caled.' },
    reviewer,
  );
  const change = (correction: string | null, by = reviewer) =>
    portal.call('deskNoteChange', { applicationNumber, id: added.id, correction }, by);
  const others = { token: portal.tokens.owningReviewer };
  expectCode(await change('Mine.', others), codes.notFound);

  portal.clock.advance(1000);
  granted(await change('Called @owning-reviewer@example.eu.'));
  const corrected = { at: added.at, text: 'Caled.' };
  const audited = () => rows(portal.services, 'audit_entry', { action: 'note.correct' });
  expect(await audited()).toHaveLength(1);
  // An unchanged text is no correction.
  granted(await change('Called @owning-reviewer@example.eu.'));
  expect(await audited()).toHaveLength(1);
  expect(await notesOf(applicationNumber, others.token)).toMatchObject([
    {
      text: 'Called @owning-reviewer@example.eu.',
      mentions: ['owning-reviewer@example.eu'],
      changedAt: added.at + 1000,
      earlier: [corrected],
    },
  ]);
  const recipient = 'owning-reviewer@example.eu';
  const mails = { application_number: applicationNumber, recipient };
  expect(await rows(portal.services, 'mail', mails)).toHaveLength(1);

  granted(await change(null));
  const [withdrawn] = await notesOf(applicationNumber, others.token);
  expect(withdrawn).toMatchObject({ text: '', mentions: [] });
  expect(withdrawn?.earlier.map(({ text }) => text)).toEqual([
    'Caled.',
    'Called @owning-reviewer@example.eu.',
  ]);
  expectCode(await change('Again.'), codes.notAllowedNow);
  const about = { application_number: applicationNumber };
  const logged = (await rows(portal.services, 'audit_entry', about)).map(({ action }) => action);
  expect(logged).toEqual(expect.arrayContaining(['note.correct', 'note.withdraw']));
});
