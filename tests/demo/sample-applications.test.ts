import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, onTestFinished, test } from 'vitest';
import { applicationStates } from '#contract/stored-application.ts';
import { seedApplications } from '#demo/sample-applications.ts';
import { createPdf } from '#demo/sample-pdf.ts';
import { sampleVin, seedDemonstration } from '#demo/seed.ts';
import { startPortal } from '#tests/server/fixture.ts';
import { generateDue } from '#tests/server/run-due.ts';

const DAY = 24 * 60 * 60 * 1000;

test('a new demonstration has applications in every state, filed over the past weeks', async () => {
  const portal = await startPortal();
  onTestFinished(portal.close);
  const { services } = portal;
  await seedDemonstration(services);
  await seedApplications(services);
  const { db } = services.store;
  expect(await db.selectFrom('job').select('id').where('kind', '=', 'mail').execute()).toEqual([]);
  expect(await db.selectFrom('session').selectAll().execute()).toEqual([]);

  const statesOf = async (email: string) => {
    const token = await portal.signIn(email);
    const { data } = await portal.call('history', { page: 1, pageSize: 50 }, { token });
    return data.items.map(({ state }) => state).sort();
  };
  expect(await statesOf('owner@example.eu')).toEqual([...applicationStates].sort());
  expect(await statesOf('authority@example.eu')).toEqual([
    'approved',
    'dataRequest.informationRequired',
    'dataRequest.underReview',
    'qualification.submitted',
    'terminated.byHolder',
    'terminated.byRequester',
  ]);

  expect(await statesOf('workshop@example.eu')).toEqual([
    'approved',
    'dataRequest.awaited',
    'qualification.underReview',
  ]);

  const body = { token: await portal.signIn('authority@example.eu') };
  const approved = async () =>
    (await portal.granted('history', { list: 'approved', page: 1, pageSize: 5 }, body)).items[0];
  const others = db.deleteFrom('job').where('kind', '=', 'report');
  await others.where('subject', '!=', (await approved())?.number ?? '').execute();
  await generateDue(services);
  expect((await approved())?.reportState).toBe('delivered');

  const reviewer = await portal.signIn('reviewer@example.eu', { reviewer: true });
  const { data: queue } = await portal.call(
    'deskQueue',
    { turn: 'holder', page: 1, pageSize: 50 },
    { token: reviewer },
  );
  expect(queue.total).toBeGreaterThan(10);
  expect(queue.items.filter(({ isForThirdParty }) => isForThirdParty).length).toBeGreaterThan(2);

  const times = await db.selectFrom('history_entry').select('at').execute();
  expect(Math.min(...times.map(({ at }) => at))).toBeLessThan(services.now() - 40 * DAY);
  expect(Math.max(...times.map(({ at }) => at))).toBeLessThanOrEqual(services.now());

  // Each asks for a time with data on every day.
  const rows = await services.store.db
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.requester_id')
    .select(['number', 'email', 'state', 'data_request_json'])
    .where('data_request_json', 'is not', null)
    .execute();
  expect(rows.length).toBeGreaterThan(10);
  const tokens = new Map<string, string>();
  for (const email of new Set(rows.map((row) => row.email)))
    tokens.set(email, await portal.signIn(email));
  const found = await Promise.all(
    rows.map(async ({ number: applicationNumber, email, state, data_request_json }) => {
      const { from, to } = JSON.parse(data_request_json ?? '{}');
      const input = { applicationNumber, from, to };
      const token = tokens.get(email) ?? '';
      const { types } = await portal.granted('dataCoverage', input, { token });
      const trips = types?.find(({ type }) => type === 'trips');
      return [email, state, trips?.days];
    }),
  );
  const all = { withData: 14, all: 14 };
  expect(found).toEqual(rows.map(({ email, state }) => [email, state, all]));
});

test('sample vehicles have valid identification numbers', () => {
  // Computed by an independent program.
  expect([1, 2, 3, 1001].map(sampleVin)).toEqual([
    'VF1AG0005SN000001',
    'VF1AG0007SN000002',
    'VF1AG0009SN000003',
    'VF1AG000XSN001001',
  ]);
});

test('the sample proof is a PDF whose text names holder and vehicle', async () => {
  const pdf = createPdf('Certificate (sample)', [
    'Holder: João Długosz (Nowak)',
    'VF1AG0005SN000001',
  ]);
  const document = await getDocument({
    data: new Uint8Array(pdf),
    verbosity: VerbosityLevel.ERRORS,
  }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  expect(items.map((item) => ('str' in item ? item.str : ''))).toEqual(
    expect.arrayContaining([
      'Certificate (sample)',
      'Holder: João Długosz (Nowak)',
      'VF1AG0005SN000001',
    ]),
  );
});
