import { expect, test } from 'vitest';
import { seedPersonas } from '#demo/testing/personas.ts';
import { changeRows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfTest(startSeededPortal);

const statesOfLists = {
  qualificationReview: [
    'qualification.informationRequired',
    'qualification.submitted',
    'qualification.underReview',
  ],
  dataApplication: [
    'dataRequest.awaited',
    'dataRequest.informationRequired',
    'dataRequest.underReview',
    'dataRequest.withheld',
  ],
  approved: ['approved', 'suspended'],
  termination: ['terminated.byHolder', 'terminated.byRequester'],
};

test('a list shows states, and starts with the tasks of the requester, across its pages', async () => {
  const { app, services } = portal;
  const [owner] = await seedPersonas(app, services);
  if (!owner) throw new Error('No owner');
  const { token, applications } = owner;
  const numberIn = (state: string) => applications.find((one) => one.state === state)?.number;
  // Tasks are ordered by due date, the others newest first.
  await changeRows(
    services,
    'application',
    { number: numberIn('dataRequest.awaited') ?? '' },
    { answer_due_at: services.now() + 1000 },
  );
  await changeRows(
    services,
    'application',
    { number: numberIn('qualification.submitted') ?? '' },
    { created_at: services.now() + 1000 },
  );
  await changeRows(
    services,
    'report',
    {},
    { state: 'delivered', kept_until: Date.parse('2026-12-20T22:59:00Z') },
  );

  const pages = await Promise.all(
    [1, 2, 3].map((page) => portal.call('history', { page, pageSize: 4 }, { token })),
  );
  const items = pages.flatMap(({ data }) => data.items);
  const states = items.map(({ state }) => state);
  expect(pages.map(({ data }) => data.total)).toEqual([11, 11, 11]);
  expect(states[0]).toBe('dataRequest.awaited');
  expect(states.slice(1, 3).sort()).toEqual([
    'dataRequest.informationRequired',
    'qualification.informationRequired',
  ]);
  expect(states.slice(3, 5)).toEqual(['approved', 'qualification.submitted']);
  expect(states.slice(5, 9).sort()).toEqual([
    'dataRequest.underReview',
    'dataRequest.withheld',
    'qualification.underReview',
    'suspended',
  ]);
  expect(states.slice(9).sort()).toEqual(['terminated.byHolder', 'terminated.byRequester']);
  expect(items[3]).toMatchObject({ reportDay: '2026-12-20', vehicleId: 'persona-vehicle' });
  const withoutReport = items.slice(5).filter(({ state }) => state !== 'suspended');
  expect(withoutReport.map(({ reportDay }) => reportDay)).toEqual(Array(5).fill(null));
  expect(items.at(-1)?.dueDay).toBeNull();

  await changeRows(services, 'report', {}, { state: 'expired' });
  const all = await portal.call('history', { page: 1, pageSize: 20 }, { token });
  expect(all.data.items.slice(8).map(({ state }) => state)).toContain('approved');
  await changeRows(services, 'report', {}, { state: 'generating' });
  const response = await portal.call('history', { page: 1, pageSize: 20 }, { token });
  expect(response.data.items.slice(3, 9).map(({ state }) => state)).toContain('approved');

  for (const [list, expected] of Object.entries(statesOfLists)) {
    const query = { list: list as keyof typeof statesOfLists, page: 1, pageSize: 20 };
    const { items, total } = await portal.granted('history', query, { token });
    expect(items.map(({ state }) => state).toSorted(), list).toEqual(expected);
    expect(total, list).toBe(expected.length);
  }
});

test('each of several applications filed at the same time is on exactly one page', async () => {
  const { services, tokens } = portal;
  const numbers: string[] = [];
  for (let count = 0; count < 5; count++)
    numbers.push((await portal.applicationAt('submitted', tokens.owner)).number);
  // A database may return rows in the order of their last update.
  for (const number of numbers.toSorted().toReversed())
    await changeRows(services, 'application', { number }, { created_at: 1000 });
  const pages = await Promise.all(
    [1, 2, 3].map((page) => portal.call('history', { page, pageSize: 2 }, { token: tokens.owner })),
  );
  expect(pages.flatMap(({ data }) => data.items.map(({ number }) => number))).toEqual(
    numbers.toSorted(),
  );
});
