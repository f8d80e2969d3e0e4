import { describe, expect, test } from 'vitest';
import { remind } from '#server/applications/deadlines/deadlines.ts';
import { runTimedTransitions } from '#server/background.ts';
import { callersOf } from '#tests/server/callers.ts';
import { rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

const DAY = 86_400_000;
const DESK = 'desk@example.eu';
const OWNER = 'owner@example.eu';

const portal = portalOfTest(() =>
  startSeededPortal({
    REMIND_DAYS: '3',
    SERVICE_GOAL_DAYS: '20',
    ANSWER_DAYS: '30',
    DESK_MAILBOX: DESK,
    PUBLIC_URL: 'https://portal.example.eu',
  }),
);
const { owner, reviewer } = callersOf(portal);

const reminder = /your answer is awaited|is due soon/;

async function remindersTo(recipient: string) {
  const mails = await rows(portal.services, 'mail', { recipient });
  return mails.filter(({ subject }) => reminder.test(subject));
}

/** Advances the clock and runs the timed transitions every six hours. */
async function pass(days: number) {
  for (let hour = 0; hour < days * 24; hour += 6) {
    portal.clock.advance(6 * 60 * 60 * 1000);
    await runTimedTransitions(portal.services);
  }
}

test('nobody is reminded of a date that passed while no server ran', async () => {
  await portal.applicationAt('awaited');
  await portal.applicationAt('underReview');
  portal.clock.advance(31 * DAY);
  await runTimedTransitions(portal.services);
  await pass(1);
  for (const recipient of [OWNER, DESK]) expect(await remindersTo(recipient)).toEqual([]);
});

describe('the requester', () => {
  test('is reminded of each application three days before the date, once, with the date', async () => {
    const numbers = [await portal.applicationAt('awaited'), await portal.applicationAt('awaited')];
    await pass(26.75);
    expect(await remindersTo(OWNER)).toEqual([]);
    await pass(2);
    const mails = await remindersTo(OWNER);
    expect(mails).toHaveLength(2);
    for (const { number } of numbers) {
      const body = mails.find(({ subject }) => subject.includes(number))?.body;
      expect(body).toMatch(/20 December 2026/);
      expect(body).toContain(
        `https://portal.example.eu/home/data-acquisition/applications/${number}`,
      );
    }
    // Neither a second reminder nor one of a distant date is due.
    await portal.applicationAt('awaited');
    expect(await remind(portal.services)).toBe(0);
  });

  test('is not reminded after an answer, but reminded again of a second date', async () => {
    const { number: applicationNumber } = await portal.applicationAt('informationRequired');
    const ask = (revision: number, dueOn: string) => {
      const question = { applicationNumber, revision, text: 'Page 2, please.', dueOn };
      return portal.granted('deskRequestInformation', question, reviewer);
    };
    const supply = (revision: number) => {
      const answer = { applicationNumber, revision, text: 'Here.', files: [] };
      return portal.granted('qualificationReviewSup', answer, owner);
    };
    await supply(2);
    await ask(3, '2026-11-25');
    await pass(4);
    expect(await remindersTo(OWNER)).toHaveLength(1);
    await supply(4);
    await pass(2);
    expect(await remindersTo(OWNER)).toHaveLength(1);
    await ask(5, '2026-11-29');
    await pass(1);
    expect(await remindersTo(OWNER)).toHaveLength(2);
  });

  test('is not reminded within a day of the question', async () => {
    const { number: applicationNumber, revision } = await portal.applicationAt('underReview');
    const question = { applicationNumber, revision, text: 'Page 2, please.', dueOn: '2026-11-22' };
    await portal.granted('deskRequestInformation', question, reviewer);
    await pass(0.75);
    expect(await remindersTo(OWNER)).toEqual([]);
    await pass(0.25);
    expect(await remindersTo(OWNER)).toHaveLength(1);
  });

  test('is never reminded once the application has ended', async () => {
    const { number: applicationNumber, revision } = await portal.applicationAt('awaited');
    await pass(26);
    await portal.granted('terminateOrder', { applicationNumber, revision }, owner);
    await pass(30);
    expect(await remindersTo(OWNER)).toEqual([]);
    expect(await remindersTo(DESK)).toEqual([]);
  });
});

describe('the desk', () => {
  test('is not reminded of a date that is extended at the same time', async () => {
    const { number } = await portal.applicationAt('underReview');
    portal.clock.advance(18 * DAY);
    const { store } = portal.services;
    const transact: typeof store.transact = async (work) => {
      const later = portal.services.now() + 10 * DAY;
      const putOff = store.db.updateTable('application').set({ due_at: later });
      await putOff.where('number', '=', number).execute();
      return store.transact(work);
    };
    expect(await remind({ ...portal.services, store: { ...store, transact } })).toBe(1);
    expect(await remindersTo(DESK)).toEqual([]);
    portal.clock.advance(8 * DAY);
    expect(await remind(portal.services)).toBe(1);
    expect(await remindersTo(DESK)).toHaveLength(1);
  });

  test('gets the reminder of an unassigned application in its mailbox', async () => {
    const { number } = await portal.applicationAt('underReview');
    await pass(16.75);
    expect(await remindersTo(DESK)).toEqual([]);
    await pass(5);
    const [mail, ...more] = await remindersTo(DESK);
    expect(more).toEqual([]);
    expect(mail?.body).toContain(`https://portal.example.eu/desk/applications/${number}`);
  });

  test('gets no reminder of an assigned application, but its assignee does', async () => {
    const { number: applicationNumber } = await portal.applicationAt('underReview');
    await portal.granted('deskTake', { applicationNumber }, reviewer);
    await pass(19);
    expect(await remindersTo(DESK)).toEqual([]);
    expect(await remindersTo('reviewer@example.eu')).toHaveLength(1);
  });
});

test('only one of two processes sends a reminder', async () => {
  await portal.applicationAt('awaited');
  portal.clock.advance(28 * DAY);
  await Promise.all([runTimedTransitions(portal.services), runTimedTransitions(portal.services)]);
  expect(await remindersTo(OWNER)).toHaveLength(1);
});
