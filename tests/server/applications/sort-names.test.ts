import { expect, test } from 'vitest';
import { verifyChains } from '#server/desk/audit/verify.ts';
import * as foldedNames from '#server/platform/database/migrations/2026-11-29-3-folded-names.ts';
import * as thirdPartyNames from '#server/platform/database/migrations/2026-11-29-5-third-party-names.ts';
import { row } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { sortNames } from '#tests/server/run-due.ts';
import { filedForThirdParty, startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';
import { addLink } from '#tests/server/vehicles/fill-store.ts';

const portal = portalOfFile(startSeededPortal);

test('an upgrade from 1.0.0 forms the sort keys of names anew, and the audit log remains valid', async () => {
  const { services } = portal;
  const { store } = services;
  await addLink(store, VEHICLE, { email: 'agent@example.com', onBehalfOf: 'owner@example.eu' });
  const token = await portal.signIn('agent@example.com');
  const onBehalf = await filedForThirdParty(portal, 'agent@example.com', token);
  const { number: own } = await portal.applicationAt('submitted');
  const keys = async () =>
    Promise.all(
      [own, onBehalf].map(
        async (number) => (await row(services, 'application', { number })).requester_name,
      ),
    );
  const now = await keys();
  const write = (number: string, requester_name: string) =>
    store.transact(async (trx) => {
      const application = trx.selectFrom('application').selectAll().where('number', '=', number);
      await store.forUpdate(application).execute();
      await trx
        .updateTable('application')
        .set({ requester_name })
        .where('number', '=', number)
        .execute();
    });
  // As 1.0.0 formed them: with accents and punctuation, and of the user.
  await write(own, 'nowák-anna');
  await write(onBehalf, 'nowak anna');
  for (const { up } of [foldedNames, thirdPartyNames]) await up(store.db as never);
  portal.clock.set(Date.now());
  await sortNames(services);
  expect(await keys()).toEqual(now);
  expect(now[1]).toBe('workshop ltd');
  expect((await verifyChains(services)).broken).toEqual([]);
});
