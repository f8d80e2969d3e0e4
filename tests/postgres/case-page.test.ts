import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '#server/platform/database/migrations.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { needsPostgres } from '#tests/needs.ts';
import { portalOn } from '../server/fixture.ts';
import { environmentOf, freshLocation } from '../server/fresh-location.ts';
import { givenRequest, publicRequest } from '../server/public-request.ts';
import { granted, type SeededPortal, seeded } from '../server/seeded-portal.ts';
import { useOwnServer } from './own-server.ts';

const TIMEOUT = 60_000;

async function portalOnPostgres(): Promise<SeededPortal> {
  const location = await freshLocation();
  const store = openStore({ ...location, auditKey: environmentOf(location).AUDIT_KEY });
  await migrate(store.db);
  const portal = await seeded(await portalOn({ store, location }));
  onTestFinished(() => portal.close());
  return portal;
}

test('the page of an application takes few round trips to the database', {
  ...needsPostgres(),
  timeout: TIMEOUT,
}, async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  await useOwnServer();
  const portal = await portalOnPostgres();
  const { owner, reviewer, stranger } = portal.tokens;
  const counted = async (call: () => Promise<{ code: number }>) => {
    query.mockClear();
    const { code } = await call();
    return [code, query.mock.calls.length];
  };
  const { number: applicationNumber } = await portal.applicationAt('approved');
  await givenRequest(portal, stranger);
  const ofBody = await publicRequest(portal, owner, { departmentName: 'Another body' });
  const open = (number: string, token: string) =>
    portal.call('deskApplication', { applicationNumber: number }, { token });

  // The session, the application, and all that belongs to it.
  expect(await counted(() => open(applicationNumber, reviewer))).toEqual([200, 3]);
  const { alreadyGiven } = granted(await open(ofBody, reviewer));
  expect(alreadyGiven).toMatchObject({ total: 1, items: [{}] });
  expect(await counted(() => open(ofBody, reviewer))).toEqual([200, 4]);
  expect(
    await counted(() => portal.call('applicationDetails', { applicationNumber }, { token: owner })),
  ).toEqual([200, 3]);
  // The last use of a staff session is recorded once per second.
  portal.clock.advance(1000);
  expect(await counted(() => open(applicationNumber, reviewer))).toEqual([200, 4]);
});

test('reads work behind a pooler that does not keep prepared statements', {
  ...needsPostgres(),
  timeout: TIMEOUT,
}, async () => {
  const { query } = pg.Client.prototype;
  let rejected = 0;
  let isPooled = false;
  const pooled = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    if (!isPooled || !('name' in Object(given[0])) || Object(given[0]).name === undefined)
      return Reflect.apply(query, this, given);
    rejected++;
    return Promise.reject(Object.assign(new Error('does not exist'), { code: '26000' }));
  } as typeof query);
  onTestFinished(() => pooled.mockRestore());
  await useOwnServer();
  const portal = await portalOnPostgres();
  const { number: applicationNumber } = await portal.applicationAt('approved');
  const open = async () => {
    const { reviewer: token } = portal.tokens;
    return granted(await portal.call('deskApplication', { applicationNumber }, { token }));
  };
  const before = await open();
  isPooled = true;
  expect([await open(), await open()]).toEqual([before, before]);
  expect(rejected).toBe(1);
});
