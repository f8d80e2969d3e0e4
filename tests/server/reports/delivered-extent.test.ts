import { expect, test } from 'vitest';
import { requestOf } from '#server/reports/report-request.ts';
import { row } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { publicRequest, wholeExtent } from '#tests/server/public-request.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfTest(startSeededPortal);

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
