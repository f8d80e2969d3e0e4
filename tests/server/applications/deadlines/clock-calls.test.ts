import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { PublicForm } from '#contract/public-form.ts';
import { endOfDayOf } from '#server/platform/words/calendar.ts';
import { pdf } from '#tests/server/applications/samples.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(startSeededPortal);

async function emergency(): Promise<string> {
  const token = portal.tokens.stranger;
  const sent = { fields: { usage: 'publicMaterial' }, file: { name: 'decree.pdf', content: pdf } };
  const { fileId } = granted(await portal.upload('publicUploadCert', sent, { token }));
  const form = {
    ...(endpoints.publicApplication.example.form as PublicForm),
    type: 'publicEmergency' as const,
    materials: [fileId],
  };
  const filed = await portal.call(
    'publicApplication',
    { submissionId: crypto.randomUUID(), form },
    { token },
  );
  return granted(filed).applicationNumber;
}

test('desk and requester see the same clock of an emergency request', async () => {
  const { stranger, reviewer } = portal.tokens;
  const applicationNumber = await emergency();
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
  const { owner } = portal.tokens;
  const clockAt = async (
    stage: 'underReview' | 'informationRequired' | 'withheld' | 'approved' | 'suspended',
  ) => {
    const { number: applicationNumber } = await portal.applicationAt(stage);
    const details = await portal.call(
      'applicationDetails',
      { applicationNumber },
      { token: owner },
    );
    return granted(details).clock;
  };
  expect(await clockAt('underReview')).toMatchObject({
    basis: 'serviceGoal',
    limit: 20,
    state: 'running',
    dueAt: Date.parse('2026-12-10T22:59:59.999Z'),
  });
  expect(await clockAt('informationRequired')).toMatchObject({ state: 'paused', dueAt: null });
  expect(await clockAt('withheld')).toMatchObject({ state: 'paused', dueAt: null });
  expect(await clockAt('approved')).toMatchObject({ state: 'ended', dueAt: null });
  expect(await clockAt('suspended')).toMatchObject({ state: 'paused', dueAt: null });
});

test('time in which data are withheld is not the data holder’s, and the queue has no date for it', async () => {
  const { number: applicationNumber, revision } = await portal.applicationAt('withheld');
  const { reviewer: token } = portal.tokens;
  const due = async () =>
    granted(await portal.call('deskQueue', { search: applicationNumber }, { token })).items[0]
      ?.dueAt;
  expect(await due()).toBeNull();
  portal.clock.advance(30 * 86_400_000);
  granted(await portal.call('deskResume', { applicationNumber, revision }, { token }));
  expect(await due()).toBe(endOfDayOf(portal.services.now() + 20 * 86_400_000, 'Europe/Brussels'));
});
