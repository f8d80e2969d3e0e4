import { beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { endOfDayOf } from '#server/platform/words/calendar.ts';
import { callersOf } from '#tests/server/callers.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { filedPublicRequest } from '#tests/server/public-request.ts';
import { recalculateDueDates } from '#tests/server/run-due.ts';
import { contents, granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const DAY = 86_400_000;

const portal = portalOfFile(() => startSeededPortal({ AUTHORITY_MAILBOX: 'authority@example.eu' }));
const { owner, reviewer, lead, auditor } = callersOf(portal, {
  ...{ lead: ['lead'], auditor: ['auditor'] },
} as const);
beforeEach(() => portal.services.store.db.deleteFrom('desk_setting').execute());

type Wanted = InputOf<typeof endpoints.deskSettingsChange>;
const change = (wanted: Wanted, who = lead) => portal.call('deskSettingsChange', wanted, who);
const read = () => portal.granted('deskSettingsRead', {}, auditor);
const logged = async () =>
  (await portal.granted('auditTrail', { action: 'settings.change' }, auditor)).items.map(
    ({ actor, detail }) => `${actor} ${detail}`,
  );

/** Due dates of an application in the queue and on the case page. */
async function dueOf(applicationNumber: string) {
  const { items } = await portal.granted('deskQueue', { search: applicationNumber }, reviewer);
  const { clock } = await portal.granted('deskApplication', { applicationNumber }, reviewer);
  const [item] = items;
  return { queue: item?.dueAt, day: item?.dueDay, case: clock.dueAt, caseDay: clock.dueDay };
}

test('the settings are those of the installation until a lead changes them, one by one', async () => {
  const { values: initial } = await read();
  expect(initial).toMatchObject({ serviceGoalDays: 20, holidays: 'BE', deskMailbox: null });
  granted(await change({ remindDays: 5 }));
  granted(await change({ deskMailbox: 'desk@example.eu' }));
  expect(await read()).toMatchObject({
    values: { ...initial, remindDays: 5, deskMailbox: 'desk@example.eu' },
  });
  granted(await change({ deskMailbox: null }));
  expect((await read()).values).toEqual({ ...initial, remindDays: 5 });
});

test('the log records actor, old and new value of changes only', async () => {
  const before = (await logged()).length;
  granted(await change({ serviceGoalDays: 15, authorityMailbox: null, holidays: 'BE' }));
  granted(await change({ serviceGoalDays: 15 }));
  expect((await logged()).slice(0, -before || undefined)).toEqual([
    'lead@example.eu authorityMailbox: authority@example.eu → –',
    'lead@example.eu serviceGoalDays: 20 → 15',
  ]);
});

describe('the effect', () => {
  test('of another service goal is that due dates change in the queue and on the case page', async () => {
    const { number } = await portal.applicationAt('underReview');
    const { number: asked, revision } = await portal.applicationAt('informationRequired');
    const [before, answer] = [await dueOf(number), await dueOf(asked)];
    granted(await change({ serviceGoalDays: 15 }));
    await recalculateDueDates(portal.services);
    const after = await dueOf(number);
    expect(after.queue).toBe((before.queue ?? 0) - 5 * DAY);
    expect(after.case).toBe(after.queue);
    // The requester's date is unchanged; the new goal applies once the desk has to act again.
    expect((await dueOf(asked)).queue).toBe(answer.queue);
    const supplied = { applicationNumber: asked, revision, text: 'Here it is.', files: [] };
    await portal.granted('qualificationReviewSup', supplied, owner);
    expect((await dueOf(asked)).queue).toBe(
      endOfDayOf(portal.services.now() + 15 * DAY, 'Europe/Brussels'),
    );
  });

  test('of another country’s holidays is that the due date of a public body’s request changes', async () => {
    portal.clock.set(Date.parse('2026-11-20T10:00:00Z'));
    const number = await filedPublicRequest(portal, portal.tokens.stranger);
    expect(await dueOf(number)).toMatchObject({ day: '2027-01-12', caseDay: '2027-01-12' });
    granted(await change({ holidays: 'PL' }));
    await recalculateDueDates(portal.services);
    // The sixth of January is a holiday in Poland.
    expect(await dueOf(number)).toMatchObject({ day: '2027-01-13', caseDay: '2027-01-13' });
  });

  test('of another answer time and authority mailbox is that new deadlines and notices use them', async () => {
    granted(await change({ answerDays: 10, authorityMailbox: 'other-authority@example.eu' }));
    const { number: passed } = await portal.applicationAt('awaited');
    const stored = await row(portal.services, 'application', { number: passed });
    const due = endOfDayOf(portal.services.now() + 10 * DAY, 'Europe/Brussels');
    expect(stored.answer_due_at).toBe(due);

    const { number, revision } = await portal.applicationAt('requested');
    const because = { ground: 'tradeSecrets', text: 'A secret.' } as const;
    const refusal = { applicationNumber: number, revision, ...because };
    await portal.granted('deskRefuse', refusal, reviewer);
    const mails = await rows(portal.services, 'mail', { application_number: number });
    const authorities = mails.filter(({ recipient }) => recipient.includes('authority'));
    expect(authorities).toMatchObject([{ recipient: 'other-authority@example.eu' }]);
  });
});

describe('a change is rejected', () => {
  test.each<[string, object]>([
    ['serviceGoalDays', { serviceGoalDays: 0 }],
    ['serviceGoalDays', { serviceGoalDays: null }],
    ['answerDays', { answerDays: 2.5 }],
    ['reportDays', { reportDays: 4000 }],
    ['remindDays', { remindDays: '3' }],
    ['holidays', { holidays: 'XX' }],
    ['holidays', { holidays: 'DE-XX' }],
    ['holidays', { holidays: 'Belgium' }],
    ['deskMailbox', { deskMailbox: 'desk' }],
    ['authorityMailbox', { authorityMailbox: '' }],
    ['secret', { secret: 'x' }],
  ])('with the name of the invalid field: %s in %j', async (field, wanted) => {
    const before = await contents(portal);
    const data = { fields: [{ field }] };
    expect(await change(wanted)).toMatchObject({ status: 400, code: codes.invalid, data });
    expect(await contents(portal)).toEqual(before);
  });
});

test('countries and regions with holidays are named in the reader’s language', async () => {
  const { data } = await portal.call('deskSettingsRead', {}, { ...lead, language: 'pl' });
  expect(data.places).toContainEqual({ code: 'DE-BY', label: 'Niemcy: Bayern' });
});
