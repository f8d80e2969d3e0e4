import { expect, test } from 'vitest';
import { endOfDayOf } from '#server/platform/words/calendar.ts';
import { callersOf } from '#tests/server/callers.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { filedPublicRequest } from '#tests/server/public-request.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(() => startSeededPortal({ UNDO_MS: '10000' }));
const { owner, reviewer } = callersOf(portal);

test('desk and requester see the same clock of an emergency request', async () => {
  const { stranger, reviewer } = portal.tokens;
  const form = { type: 'publicEmergency' } as const;
  const applicationNumber = await filedPublicRequest(portal, stranger, form);
  const seen = await Promise.all([
    portal.call('applicationDetails', { applicationNumber }, { token: stranger }),
    portal.call('deskApplication', { applicationNumber }, { token: reviewer }),
  ]);
  for (const answer of seen)
    expect(granted(answer).clock).toMatchObject({
      basis: 'workingDays',
      limit: 5,
      dueAt: Date.parse('2026-11-27T22:59:59.999Z'),
      isOverdue: false,
    });
});

test('the clock of a customer follows the service goal and pauses during their turn', async () => {
  const paused = { state: 'paused', dueAt: null };
  const dueAt = Date.parse('2026-12-10T22:59:59.999Z');
  for (const [stage, clock] of [
    ['underReview', { basis: 'serviceGoal', limit: 20, state: 'running', dueAt }],
    ['informationRequired', paused],
    ['withheld', paused],
    ['approved', { state: 'ended', dueAt: null }],
    ['suspended', paused],
  ] as const) {
    const { number: applicationNumber } = await portal.applicationAt(stage);
    const details = await portal.granted('applicationDetails', { applicationNumber }, owner);
    expect(details.clock, stage).toMatchObject(clock);
  }
});

test('time in which data are withheld does not count as the data holder’s, and the queue has no due date', async () => {
  const { number: applicationNumber, revision } = await portal.applicationAt('withheld');
  const due = async () =>
    (await portal.granted('deskQueue', { search: applicationNumber }, reviewer)).items[0]?.dueAt;
  expect(await due()).toBeNull();
  portal.clock.advance(30 * 86_400_000);
  await portal.granted('deskResume', { applicationNumber, revision }, reviewer);
  expect(await due()).toBe(endOfDayOf(portal.services.now() + 20 * 86_400_000, 'Europe/Brussels'));
});

test('a question that is undone after midnight does not count as the requester’s turn', async () => {
  const { number: applicationNumber, revision } = await portal.applicationAt('underReview');
  const { owner, reviewer: token } = portal.tokens;
  const clock = async () =>
    (await portal.granted('applicationDetails', { applicationNumber }, { token: owner })).clock;
  const { dueAt } = await clock();
  portal.clock.set(endOfDayOf(portal.services.now(), 'Europe/Brussels') - 1000);
  const question = { applicationNumber, revision, text: 'Whose?', dueOn: '2099-01-31' };
  const asked = await portal.granted('deskRequestInformation', question, { token });
  portal.clock.advance(9000);
  await portal.granted('deskUndo', { applicationNumber, revision: asked.revision }, { token });
  expect(await clock()).toMatchObject({ state: 'running', dueAt });
});
