import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import {
  dataRequest,
  personalForm,
  type SeededPortal,
  startSeededPortal,
  VEHICLE,
} from '#tests/server/seeded-portal.ts';
import { endLinks } from '#tests/server/vehicles/fill-store.ts';

let portal: SeededPortal;
beforeEach(async () => {
  portal = await startSeededPortal();
});
afterEach(() => portal.close());

test('a vehicle that was sold is applied for no more, and the refusal says when the link ended', async () => {
  const { services, tokens, uploaded } = portal;
  await endLinks(services.store, VEHICLE, services.now());
  const { data: user } = await portal.call('currentUser', {}, { token: tokens.owner });
  expect(user.vehicles).toEqual([]);
  const filing = { submissionId: crypto.randomUUID(), form: personalForm([await uploaded()]) };
  const answer = await portal.call('personQualificationReview', filing, { token: tokens.owner });
  expect(answer).toMatchObject({
    code: codes.vehicleNotLinked,
    data: { linkEndedAt: services.now() },
    message: expect.stringContaining('ended on 20 November 2026 at 10:00 UTC'),
  });
});

describe('a vehicle that is not linked any more', () => {
  const unlink = () =>
    portal.services.store.db.deleteFrom('vehicle_link').where('vehicle_id', '=', VEHICLE).execute();

  test('takes no data request', async () => {
    const { number, revision } = await portal.applicationAt('awaited');
    await unlink();
    const answer = await portal.call(
      'personDataApplication',
      { applicationNumber: number, revision, form: dataRequest },
      { token: portal.tokens.owner },
    );
    expect(answer.code).toBe(codes.vehicleNotLinked);
  });
});

test('a data request does not reach into the future', async () => {
  const { number, revision } = await portal.applicationAt('awaited');
  const answer = await portal.call(
    'personDataApplication',
    { applicationNumber: number, revision, form: { ...dataRequest, to: '2099-01-01T00:00:00Z' } },
    { token: portal.tokens.owner },
  );
  expect(answer).toMatchObject({
    code: codes.invalid,
    data: { fields: [{ field: 'form.to', problem: 'range' }] },
  });
});
