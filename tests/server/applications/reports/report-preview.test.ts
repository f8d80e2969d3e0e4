import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { expireReports } from '#server/applications/retention.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { changeRows, row } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(startSeededPortal);
const stored = async (number: string) =>
  (await row(portal.services, 'report', { application_number: number })).preview_json;

test('the preview of a report is returned to its requester only, while the report is ready', async () => {
  const { number: applicationNumber } = await portal.applicationAt('approved');
  const { owner, stranger, reviewer, owningReviewer } = portal.tokens;
  const called = (token = owner) => portal.call('reportPreview', { applicationNumber }, { token });
  expectCode(await called(), codes.reportNotReady);
  await generateDue(portal.services);
  expect(granted(await called())).toMatchObject({
    isOneVehicle: true,
    types: [{ type: 'trips', rows: 1, reason: null }],
    months: [{ month: expect.stringMatching(/^2/) }],
  });
  for (const token of [stranger, reviewer, owningReviewer])
    expectCode(await called(token), codes.notFound);
});

test('the preview names the reason for a data type without rows in the reader’s language', async () => {
  const { number: applicationNumber } = await portal.applicationAt('approved');
  await generateDue(portal.services);
  const preview = JSON.parse((await stored(applicationNumber)) ?? '');
  preview.types.push(
    { type: 'battery', rows: 0, absence: 'masked' },
    { type: 'driver', rows: 0, absence: 'of a later release' },
  );
  await changeRows(portal.services, 'report', {}, { preview_json: JSON.stringify(preview) });
  const by = { token: portal.tokens.owner, language: 'fr' } as const;
  const { types } = (await portal.granted('reportPreview', { applicationNumber }, by)) ?? {};
  expect(types?.map(({ reason }) => reason)).toEqual([
    null,
    expect.stringContaining('masqué'),
    null,
  ]);
  // A report of an earlier release has none.
  await changeRows(portal.services, 'report', {}, { preview_json: null });
  expect(await portal.granted('reportPreview', { applicationNumber }, by)).toBeNull();
});

test('the preview is deleted with the file of the report', async () => {
  const { number: applicationNumber } = await portal.applicationAt('approved');
  await generateDue(portal.services);
  const first = await stored(applicationNumber);
  expect(first).not.toBeNull();
  const sent = [{ applicationNumber }, { token: portal.tokens.owner }] as const;
  await portal.granted('regenerateReport', ...sent);
  expect(await stored(applicationNumber)).toBeNull();
  await generateDue(portal.services);
  expect(await stored(applicationNumber)).not.toBeNull();
  portal.clock.advance(400 * 24 * 60 * 60 * 1000);
  await expireReports(portal.services);
  expect(await stored(applicationNumber)).toBeNull();
  const token = await portal.signIn('owner@example.eu');
  expectCode(
    await portal.call('reportPreview', { applicationNumber }, { token }),
    codes.reportNotReady,
  );
});
