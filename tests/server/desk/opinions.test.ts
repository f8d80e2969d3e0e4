import { beforeAll, beforeEach, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const COLLEAGUE = 'colleague@example.eu';

const portal = portalOfFile(startSeededPortal);
const people = {} as Record<'reviewer' | 'colleague' | 'lead', { token: string }>;
let applicationNumber: string;
beforeAll(async () => {
  people.reviewer = { token: portal.tokens.reviewer };
  people.colleague = { token: await signInAs(portal, COLLEAGUE, ['reviewer']) };
  people.lead = { token: await signInAs(portal, 'lead@example.eu', ['lead']) };
  await signInAs(portal, 'auditor@example.eu', ['auditor']);
});
beforeEach(async () => {
  ({ number: applicationNumber } = await portal.applicationAt('underReview'));
});

const idOf = async (email: string) => (await row(portal.services, 'account', { email })).id;
const ask = async (of = COLLEAGUE, who = people.reviewer) =>
  portal.call('deskOpinionAsk', { applicationNumber, of: await idOf(of), note: 'Enough?' }, who);
const give = (question: string, who = people.colleague) =>
  portal.call('deskOpinionGive', { applicationNumber, question, note: 'Yes.' }, who);
const subjectsTo = async (recipient: string) =>
  (await rows(portal.services, 'mail', { application_number: applicationNumber, recipient })).map(
    ({ subject }) => subject,
  );
const awaited = async (who: { token: string }) =>
  (await portal.granted('deskQueue', { opinion: true, search: applicationNumber }, who)).items.map(
    ({ number }) => number,
  );

test('a colleague finds the question in the queue, and answers once', async () => {
  const question = granted(await ask());
  expect(question.opinion).toEqual({ of: COLLEAGUE, answer: null, agrees: null });
  expect(await subjectsTo(COLLEAGUE)).toEqual([
    `Desk: your opinion on application ${applicationNumber}`,
  ]);
  expect(await awaited(people.colleague)).toEqual([applicationNumber]);
  expect(await awaited(people.reviewer)).toEqual([]);
  portal.clock.advance(1000);
  const answer = granted(await give(question.id));
  expect(await subjectsTo('reviewer@example.eu')).toEqual([
    `Desk: an opinion on application ${applicationNumber}`,
  ]);
  expect(await awaited(people.colleague)).toEqual([]);
  const read = await portal.call('deskApplication', { applicationNumber }, people.lead);
  expect(granted(read).notes.map(({ id, opinion }) => [id, opinion])).toEqual([
    [question.id, { of: COLLEAGUE, answer: answer.id, agrees: null }],
    [answer.id, null],
  ]);
  expectCode(await give(question.id), codes.notFound);
});

test('the answer to one of two questions goes to the colleague who asked it', async () => {
  const toReviewer = granted(await ask());
  const toLead = granted(await ask(COLLEAGUE, people.lead));
  const answered = `Desk: an opinion on application ${applicationNumber}`;
  granted(await give(toLead.id));
  expect(await subjectsTo('lead@example.eu')).toEqual([answered]);
  expect(await subjectsTo('reviewer@example.eu')).toEqual([]);
  granted(await give(toReviewer.id));
  expect(await subjectsTo('reviewer@example.eu')).toEqual([answered]);
});

test('of two concurrent answers one is accepted', async () => {
  const { id } = granted(await ask());
  const answers = await Promise.all([give(id), give(id)]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, codes.notFound]);
});

test('only a colleague who could decide can be asked', async () => {
  const wrong = { code: codes.invalid, data: { fields: [{ field: 'of', problem: 'choice' }] } };
  for (const email of ['reviewer@example.eu', 'owner@example.eu', 'auditor@example.eu'])
    expect(await ask(email)).toMatchObject(wrong);
  const token = portal.tokens.owningReviewer;
  ({ number: applicationNumber } = await portal.applicationAt('submitted', token));
  expect(await ask('owning-reviewer@example.eu')).toMatchObject(wrong);
  expectCode(await ask(COLLEAGUE, { token }), codes.notAllowedNow);
});

test('only the asked colleague can answer', async () => {
  const { id } = granted(await ask());
  expectCode(await give(id, people.lead), codes.notFound);
  expectCode(await give(id, { token: portal.tokens.owner }), codes.forbidden);
  ({ number: applicationNumber } = await portal.applicationAt('underReview'));
  expectCode(await give(id), codes.notFound);
});

test('a withdrawn question needs no answer; a withdrawn opinion is asked for again', async () => {
  const change = (id: string, correction: string | null, who: { token: string }) =>
    portal.call('deskNoteChange', { applicationNumber, id, correction }, who);
  const mistaken = granted(await ask());
  granted(await change(mistaken.id, null, people.reviewer));
  expect(await subjectsTo(COLLEAGUE)).toEqual([]);
  expect(await awaited(people.colleague)).toEqual([]);
  expectCode(await give(mistaken.id), codes.notFound);

  const question = granted(await ask());
  const answer = granted(await give(question.id));
  expectCode(await change(question.id, null, people.reviewer), codes.notAllowedNow);
  granted(await change(answer.id, null, people.colleague));
  expect(await awaited(people.colleague)).toEqual([applicationNumber]);
  granted(await give(question.id));
});
