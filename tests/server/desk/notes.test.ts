import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { mentionOf, mentionsIn } from '#contract/mentions.ts';
import { purgeApplications } from '#server/applications/retention.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { changeRows, row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const SECRET = 'Between us: call the dealer of Łódź first.';
const COLLEAGUE = 'colleague@example.eu';

type Who = { token: string };

const portal = portalOfFile(startSeededPortal);
const people = callersOf(portal, {
  ...{ colleague: ['reviewer'], watcher: ['reviewer'], lead: ['lead'], auditor: ['auditor'] },
} as const);
const { reviewer, owningReviewer } = people;
let applicationNumber: string;
let revision: number;
beforeEach(async () => {
  ({ number: applicationNumber, revision } = await portal.applicationAt('underReview'));
});

/** Goes on with an application of a reviewer. */
const useOwnApplication = async () => {
  ({ number: applicationNumber } = await portal.applicationAt('submitted', owningReviewer.token));
};
const note = (text: string, who: Who = reviewer) =>
  portal.call('deskNoteAdd', { applicationNumber, note: text }, who);
const changeNote = (id: string, correction: string | null, who: Who = reviewer) =>
  portal.call('deskNoteChange', { applicationNumber, id, correction }, who);
const read = (who: Who) => portal.granted('deskApplication', { applicationNumber }, who);
const notesOf = async (who: Who) => (await read(who)).notes;
const mailsTo = (recipient: string) =>
  rows(portal.services, 'mail', { application_number: applicationNumber, recipient });
const subjectsTo = async (recipient: string) =>
  (await mailsTo(recipient)).map(({ subject }) => subject);
/** Numbers of the queue's items that match a filter and belong to the application. */
const listed = async (filter: object, who: Who) =>
  (await portal.granted('deskQueue', { ...filter, search: applicationNumber }, who)).items.map(
    ({ number }) => number,
  );

test('colleagues and auditors read notes in their order', async () => {
  granted(await note('First.'));
  portal.clock.advance(1000);
  granted(await note('Second.', owningReviewer));
  for (const who of [reviewer, people.auditor])
    expect((await notesOf(who)).map(({ author, text }) => [author, text])).toEqual([
      ['reviewer@example.eu', 'First.'],
      ['owning-reviewer@example.eu', 'Second.'],
    ]);
  expectCode(await note('   '), codes.invalid);
});

test('a note mentions staff only', async () => {
  const added = await note('As @stranger@example.eu and @owning-reviewer@example.eu said.');
  expect(granted(added).mentions).toEqual(['owning-reviewer@example.eu']);
  expect(await mailsTo('stranger@example.eu')).toEqual([]);
});

test('no call of a requester, no mail and no written decision reveals a note', async () => {
  ({ number: applicationNumber, revision } = await portal.applicationAt('requested'));
  granted(await note(SECRET));
  await portal.granted('deskApprove', { applicationNumber, revision }, reviewer);
  await generateDue(portal.services);
  const about = { applicationNumber };
  const details = await portal.granted('applicationDetails', about, people.owner);
  const own = { ...about, fileId: details.files[0]?.fileId, revision: details.revision };
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
    const answer = await portal.call(name, Object.fromEntries(given) as never, people.owner);
    if (answer.code === 200 && access === 'signedIn') answered++;
    expect(answer.response.rawPayload.includes(Buffer.from(SECRET)), name).toBe(false);
  }
  // Among them the details, the history, the file, the report and the written decision.
  expect(answered).toBeGreaterThanOrEqual(6);
  const mails = await portal.services.store.db.selectFrom('mail').select('body').execute();
  expect(mails.filter(({ body }) => body.includes(SECRET))).toEqual([]);
});

test('a reviewer can neither read nor write notes about their own application', async () => {
  await useOwnApplication();
  granted(await note(SECRET));
  expect(await notesOf(owningReviewer)).toEqual([]);
  expect(await notesOf(reviewer)).toHaveLength(1);
  expectCode(await note('Hm.', owningReviewer), codes.notAllowedNow);
});

test('a reviewer does not see who decides on their own application', async () => {
  const own = await portal.applicationAt('withheld', owningReviewer.token);
  applicationNumber = own.number;
  expect(JSON.stringify((await read(reviewer)).history)).toContain('reviewer@example.eu');
  const ofOwn = await read(owningReviewer);
  expect(JSON.stringify(ofOwn.history)).not.toContain('"reviewer@example.eu"');
  expect(ofOwn).toMatchObject({ fourEyes: null, authorityNotice: null });
});

test('a note is corrected and withdrawn by its author; staff read the earlier versions', async () => {
  const added = granted(await note('Caled.'));
  expectCode(await changeNote(added.id, 'Mine.', owningReviewer), codes.notFound);

  portal.clock.advance(1000);
  const correction = 'Called @owning-reviewer@example.eu.';
  const logged = async (action: string) =>
    (await rows(portal.services, 'audit_entry', { application_number: applicationNumber })).filter(
      (entry) => entry.action === action,
    );
  // An unchanged text is no correction.
  for (let count = 0; count < 2; count++) {
    granted(await changeNote(added.id, correction));
    expect(await logged('note.correct')).toHaveLength(1);
  }
  expect(await notesOf(owningReviewer)).toMatchObject([
    {
      ...{ text: correction, mentions: ['owning-reviewer@example.eu'] },
      ...{ changedAt: added.at + 1000, earlier: [{ at: added.at, text: 'Caled.' }] },
    },
  ]);
  expect(await mailsTo('owning-reviewer@example.eu')).toHaveLength(1);

  granted(await changeNote(added.id, null));
  const [withdrawn] = await notesOf(owningReviewer);
  expect(withdrawn).toMatchObject({ text: '', mentions: [] });
  expect(withdrawn?.earlier.map(({ text }) => text)).toEqual(['Caled.', correction]);
  expectCode(await changeNote(added.id, 'Again.'), codes.notAllowedNow);
  expect(await logged('note.withdraw')).toHaveLength(1);
});

describe('a watcher of a case', () => {
  const watch = (who: Who = people.watcher, isWatched = true) =>
    portal.call('deskWatch', { applicationNumber, isWatched }, who);

  test('is mailed actions of its requester, a colleague and the clock, but not their own', async () => {
    granted(await watch());
    granted(await watch());
    await portal.granted('deskTake', { applicationNumber }, reviewer);
    portal.clock.advance(1000);
    granted(await note('Seen.'));
    granted(await note('Mine.', people.watcher));
    portal.clock.advance(1000);
    const passed = await portal.granted(
      'deskPassQualification',
      { applicationNumber, revision },
      reviewer,
    );
    portal.clock.advance(1000);
    await portal.granted('terminateOrder', passed, people.owner);
    const watcherMails = (await mailsTo('watcher@example.eu')).map(({ body }) => body);
    expect(watcherMails.map((body) => body.split('\n').slice(0, 3))).toEqual([
      ['What happened: Application taken', 'By: reviewer@example.eu', expect.any(String)],
      ['What happened: Note added', 'By: reviewer@example.eu', expect.any(String)],
      ['What happened: Eligibility confirmed', 'By: reviewer@example.eu', expect.any(String)],
      ['What happened: Application ended', 'By: Requester', 'Processing status: Terminated'],
    ]);
    expect(watcherMails[0]).toContain(`/desk/applications/${applicationNumber}`);
    expect(await mailsTo('reviewer@example.eu')).toEqual([]);
  });

  test('gets no mail after they stopped or lost the role', async () => {
    granted(await watch());
    granted(await watch(people.watcher, false));
    granted(await note('Seen.'));
    expect(await mailsTo('watcher@example.eu')).toEqual([]);
    const former = 'former@example.eu';
    granted(await watch({ token: await signInAs(portal, former, ['reviewer']) }));
    await changeRows(portal.services, 'account', { email: former }, { is_reviewer: 0 });
    granted(await note('Seen again.'));
    expect(await mailsTo(former)).toEqual([]);
  });

  test('finds the case by a filter of the queue, others do not', async () => {
    granted(await watch());
    expect(await listed({ watched: true }, people.watcher)).toEqual([applicationNumber]);
    expect(await listed({ watched: true }, reviewer)).toEqual([]);
    expect((await read(people.watcher)).isWatched).toBe(true);
  });

  test('must not be the requester', async () => {
    await useOwnApplication();
    expectCode(await watch(owningReviewer), codes.notAllowedNow);
    applicationNumber = 'VD-20261120-000000';
    expectCode(await watch(reviewer), codes.notFound);
  });

  test('is forgotten with the application, like staff whom a note mentions', async () => {
    granted(await watch());
    granted(await note('@watcher'));
    await portal.granted('terminateOrder', { applicationNumber, revision }, people.owner);
    const now = () => portal.services.now() + 20 * 365 * 86_400_000;
    await purgeApplications({ ...portal.services, now });
    const number = applicationNumber;
    expect(await rows(portal.services, 'application', { number })).toEqual([]);
    for (const table of ['watch', 'mention'] as const)
      expect(await rows(portal.services, table, { application_number: number })).toEqual([]);
  });
});

describe('staff named in a note', () => {
  test('get one mail with a link and without the note, and the case lists them', async () => {
    await portal.granted('deskWatch', { applicationNumber, isWatched: true }, people.watcher);
    const added = granted(await note(`@watcher, and @auditor@example.eu: ${SECRET}. @nobody`));
    expect(added.mentions).toEqual(['auditor@example.eu', 'watcher@example.eu']);
    expect(await notesOf(people.auditor)).toEqual([added]);
    for (const address of added.mentions) {
      const mails = await mailsTo(address);
      expect(mails.map(({ subject }) => subject)).toEqual([
        `Desk: a note on application ${applicationNumber} mentions you`,
      ]);
      expect(mails[0]?.body).toContain(`/desk/applications/${applicationNumber}#notes`);
      expect(mails[0]?.body).not.toContain(SECRET);
    }
  });

  test('never include the requester or the author', async () => {
    await useOwnApplication();
    const before = await mailsTo('owning-reviewer@example.eu');
    const added = granted(await note(`@owning-reviewer @owner @reviewer ${SECRET}`));
    expect(added.mentions).toEqual(['reviewer@example.eu']);
    expect(await mailsTo('owning-reviewer@example.eu')).toEqual(before);
    expect(await mailsTo('owner@example.eu')).toEqual([]);
    expect(await mailsTo('reviewer@example.eu')).toEqual([]);
  });

  test.each([
    ['@anna please', ['anna@example.eu']],
    ['(@Anna.)', ['anna@example.eu']],
    ['@anna@example.eu and @anna', ['anna@example.eu']],
    ['write to anna@example.eu', []],
    ['@jan', []],
    ['@jan@other.eu, @jan@example.eu.', ['jan@other.eu', 'jan@example.eu']],
    ['@ann @annas', []],
  ])('of the note «%s» are %j', (text, named) => {
    const addresses = ['anna@example.eu', 'jan@example.eu', 'jan@other.eu'];
    expect(mentionsIn(text, addresses)).toEqual(named);
    for (const address of addresses)
      expect(mentionsIn(mentionOf(address, addresses), addresses)).toEqual([address]);
  });
});

describe('an opinion', () => {
  const idOf = async (email: string) => (await row(portal.services, 'account', { email })).id;
  const ask = async (of = COLLEAGUE, who: Who = reviewer) =>
    portal.call('deskOpinionAsk', { applicationNumber, of: await idOf(of), note: 'Enough?' }, who);
  const give = (question: string, who: Who = people.colleague) =>
    portal.call('deskOpinionGive', { applicationNumber, question, note: 'Yes.' }, who);
  const awaited = (who: Who) => listed({ opinion: true }, who);

  test('is found by the asked colleague in the queue, and given once', async () => {
    const question = granted(await ask());
    expect(question.opinion).toEqual({ of: COLLEAGUE, answer: null, agrees: null });
    expect(await subjectsTo(COLLEAGUE)).toEqual([
      `Desk: your opinion on application ${applicationNumber}`,
    ]);
    expect(await awaited(people.colleague)).toEqual([applicationNumber]);
    expect(await awaited(reviewer)).toEqual([]);
    portal.clock.advance(1000);
    const answer = granted(await give(question.id));
    expect(await awaited(people.colleague)).toEqual([]);
    expect((await notesOf(people.lead)).map(({ id, opinion }) => [id, opinion])).toEqual([
      [question.id, { of: COLLEAGUE, answer: answer.id, agrees: null }],
      [answer.id, null],
    ]);
    expectCode(await give(question.id), codes.notFound);
  });

  test('on one of two questions goes to the colleague who asked it', async () => {
    const toReviewer = granted(await ask());
    const toLead = granted(await ask(COLLEAGUE, people.lead));
    const answered = `Desk: an opinion on application ${applicationNumber}`;
    granted(await give(toLead.id));
    expect(await subjectsTo('lead@example.eu')).toEqual([answered]);
    expect(await subjectsTo('reviewer@example.eu')).toEqual([]);
    granted(await give(toReviewer.id));
    expect(await subjectsTo('reviewer@example.eu')).toEqual([answered]);
  });

  test('is accepted once if it is given twice at once', async () => {
    const { id } = granted(await ask());
    const answers = await Promise.all([give(id), give(id)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, codes.notFound]);
  });

  test('is asked only of a colleague who could decide', async () => {
    const wrong = { code: codes.invalid, data: { fields: [{ field: 'of', problem: 'choice' }] } };
    for (const email of ['reviewer@example.eu', 'owner@example.eu', 'auditor@example.eu'])
      expect(await ask(email)).toMatchObject(wrong);
    await useOwnApplication();
    expect(await ask('owning-reviewer@example.eu')).toMatchObject(wrong);
    expectCode(await ask(COLLEAGUE, owningReviewer), codes.notAllowedNow);
  });

  test('is given only by the asked colleague, on the same application', async () => {
    const { id } = granted(await ask());
    expectCode(await give(id, people.lead), codes.notFound);
    ({ number: applicationNumber } = await portal.applicationAt('underReview'));
    expectCode(await give(id), codes.notFound);
  });

  test('is not needed by a withdrawn question; a withdrawn one is asked for again', async () => {
    const mistaken = granted(await ask());
    granted(await changeNote(mistaken.id, null));
    expect(await subjectsTo(COLLEAGUE)).toEqual([]);
    expect(await awaited(people.colleague)).toEqual([]);
    expectCode(await give(mistaken.id), codes.notFound);

    const question = granted(await ask());
    const answer = granted(await give(question.id));
    expectCode(await changeNote(question.id, null), codes.notAllowedNow);
    granted(await changeNote(answer.id, null, people.colleague));
    expect(await awaited(people.colleague)).toEqual([applicationNumber]);
    granted(await give(question.id));
  });
});
