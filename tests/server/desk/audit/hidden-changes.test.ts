import { expect, test } from 'vitest';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { changeRows, row } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import { saveVehicle } from '#tools/import/save-vehicle.ts';

const portal = portalOfFile(startSeededPortal);

const broken = async () => (await verifyChains(portal.services)).broken.join('\n');

test('a file that was changed by hand is reported, also after an answer has named it', async () => {
  const { number, revision } = await portal.applicationAt('underReview');
  const { reviewer, owner } = portal.tokens;
  const asked = await portal.granted(
    'deskRequestInformation',
    {
      ...{ applicationNumber: number, revision, text: 'Which?', dueOn: '2099-01-31' },
      items: ['vehicleProof'],
    },
    { token: reviewer },
  );
  const id = await portal.uploaded();
  await changeRows(portal.services, 'stored_file', { id }, { name: 'forged.pdf' });
  await portal.granted(
    'qualificationReviewSup',
    { ...asked, text: '', files: [id] },
    { token: owner },
  );
  expect(await broken()).toContain(id);
});

test('a link that was changed by hand is reported, also after an import has ended it', async () => {
  const { services } = portal;
  const link = await row(services, 'vehicle_link', {});
  const { vin } = await row(services, 'vehicle', { id: link.vehicle_id });
  await changeRows(services, 'vehicle_link', { id: link.id }, { on_behalf_of: 'thief@example.eu' });
  const until = { from: undefined, until: Date.now(), onBehalfOf: undefined };
  const file = { vin, name: undefined, attributes: {} };
  await services.store.transact((trx) =>
    saveVehicle({ services, trx }, '', { ...file, accounts: [link.email], link: until }),
  );
  expect(await broken()).toContain(`vehicle_link ${link.id}`);
});
