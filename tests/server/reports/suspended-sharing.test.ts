import { expect, test } from 'vitest';
import { requestOf } from '#server/reports/report-request.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { publicRequest, wholeExtent } from '#tests/server/public-request.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfTest(startSeededPortal);

const stateOf = async (number: string) =>
  (await row(portal.services, 'report', { application_number: number })).state;
const passwords = async (number: string) =>
  (await rows(portal.services, 'mail', { application_number: number })).filter(({ body }) =>
    /password/i.test(body),
  );

test('a report waits while sharing is suspended, others do not, and is generated when sharing resumes', async () => {
  const { number, revision } = await portal.applicationAt('suspended');
  const other = await portal.applicationAt('approved');
  await generateDue(portal.services);
  expect(await stateOf(other.number)).toBe('delivered');
  expect(await stateOf(number)).toBe('queued');
  expect(await passwords(number)).toEqual([]);
  const input = { applicationNumber: number, revision };
  granted(await portal.call('deskResume', input, { token: portal.tokens.reviewer }));
  await generateDue(portal.services);
  expect(await stateOf(number)).toBe('delivered');
  expect(await passwords(number)).toHaveLength(1);
});

test('the delivered extent is the approved one, whatever else is in the history', async () => {
  const form = { dataTypes: ['battery' as const, 'status' as const] };
  const body = await portal.signIn('roads@example.eu');
  const applicationNumber = await publicRequest(portal, body, form);
  const reviewer = { token: portal.tokens.reviewer };
  const extent = {
    ...wholeExtent(form),
    dataTypes: ['battery' as const],
    to: '2026-02-01T00:00:00Z',
  };
  const sent = { applicationNumber, revision: 1, extent };
  const { revision } = granted(await portal.call('deskApprove', sent, reviewer));
  const approval = await row(portal.services, 'history_entry', {
    application_number: applicationNumber,
    revision,
  });
  await portal.services.store.db
    .insertInto('history_entry')
    .values({ ...approval, revision: revision + 1, event: 'data.suspend', facts_json: null })
    .execute();
  expect(await requestOf(portal.services, applicationNumber)).toMatchObject({
    to: Date.parse(extent.to),
    extent: { leftOut: ['status'] },
  });
});
