import { expect, test } from 'vitest';
import type { PersonalForm } from '#contract/personal-form.ts';
import { pdf, png } from '#tests/server/applications/samples.ts';
import { callersOf } from '#tests/server/callers.ts';
import { addRows, row } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { publicRequest } from '#tests/server/public-request.ts';
import { granted, personalForm, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(startSeededPortal);
const { owner, reviewer, owningReviewer } = callersOf(portal);

async function upload(name: string, content: Uint8Array): Promise<string> {
  const sent = { fields: { usage: 'vehicleProof' }, file: { name, content } };
  return granted(await portal.upload('personUploadCert', sent, owner)).fileId;
}

async function file(form: PersonalForm): Promise<string> {
  portal.clock.advance(1000);
  return portal.filed(form);
}

const changesOf = async (applicationNumber: string) =>
  (await portal.granted('deskApplication', { applicationNumber }, reviewer)).resubmission;
const refuse = (applicationNumber: string, revision: number) =>
  portal.granted(
    'deskRefuse',
    { applicationNumber, revision, ground: 'userNotIdentified', text: 'The name is another.' },
    reviewer,
  );

test('an application filed again shows changed fields and files', async () => {
  const first = personalForm([await upload('old.pdf', pdf), await upload('letter.png', png)]);
  const earlier = await file(first);
  expect(await changesOf(earlier)).toBeNull();
  await refuse(earlier, 0);

  // None of these is the earlier one, though refused later: of another vehicle, of the other kind, of
  // another requester, one that was filed after this, and one before the earlier one.
  const like = await row(portal.services, 'application', { number: earlier });
  const { id: stranger } = await row(portal.services, 'account', { email: 'stranger@example.eu' });
  const otherApplications = [
    { vehicle_id: null },
    { kind: 'public' as const },
    { requester_id: stranger },
    { created_at: like.created_at + 60_000 },
    { created_at: like.created_at - 60_000 },
  ];
  for (const [index, other] of otherApplications.entries())
    await addRows(portal.services, 'application', {
      ...like,
      number: `VD-BESIDE-${index}`,
      submission_id: `beside ${index}`,
      created_at: like.created_at + 500,
      ...other,
    });

  const again = await file({
    ...personalForm([
      await upload('same-letter.png', png),
      await upload('new.pdf', Buffer.from(`${pdf}%`)),
    ]),
    user: { ...first.user, lastName: 'Nowak-Kowalska', middleName: 'Maria' },
    purposeDetails: 'To sell the car.',
  });
  const changes = await changesOf(again);
  const fields = changes?.fields.toSorted((a, b) => (a.field < b.field ? -1 : 1));
  expect({ ...changes, fields }).toEqual({
    earlier,
    fields: [
      { field: 'purposeDetails', before: [], after: ['To sell the car.'] },
      { field: 'user.lastName', before: ['Nowak'], after: ['Nowak-Kowalska'] },
      { field: 'user.middleName', before: [], after: ['Maria'] },
    ],
    added: ['new.pdf'],
    removed: ['old.pdf'],
    kept: ['same-letter.png'],
  });
});

test('an approved application, or one its requester ended, is not compared', async () => {
  const { number } = await portal.applicationAt('approved', owningReviewer.token);
  portal.clock.advance(1000);
  const next = await portal.applicationAt('submitted', owningReviewer.token);
  expect(number).not.toBe(next.number);
  expect(await changesOf(next.number)).toBeNull();
});

test('a data request is not compared with an application that had none', async () => {
  const refused = await portal.filed({}, owningReviewer.token);
  await refuse(refused, 0);
  portal.clock.advance(1000);
  const { number } = await portal.applicationAt('requested', owningReviewer.token);
  const changes = await changesOf(number);
  expect(changes?.earlier).toBe(refused);
  expect(changes?.fields.filter(({ field }) => field.startsWith('dataRequest'))).toEqual([]);
});

test.each<[string, object, boolean]>([
  ['the same type and purpose, from another account', {}, true],
  ['another type', { type: 'publicInterestTask' }, false],
  ['another purpose', { purpose: 'Traffic counts.' }, false],
])('a body’s request is compared by type and purpose: %s', async (_, change, isCompared) => {
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()].map((id) => `${id}@example.eu`);
  const form = { departmentName: `Board ${one}`, type: 'publicEmergency' as const };
  portal.clock.advance(61_000);
  const earlier = await publicRequest(portal, await portal.signIn(one ?? ''), form);
  const refusal = { applicationNumber: earlier, revision: 1, text: 'Not shown.' };
  const ground = 'conditionsNotMet' as const;
  await portal.granted('deskRefuse', { ...refusal, ground }, reviewer);
  portal.clock.advance(61_000);
  const token = await portal.signIn(two ?? '');
  const again = await publicRequest(portal, token, { ...form, ...change });
  expect((await changesOf(again))?.earlier).toBe(isCompared ? earlier : undefined);
});
