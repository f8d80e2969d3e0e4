import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { MAX_ATTEMPTS } from '#machines/limits.ts';
import { changeRows } from '#tests/server/fixture.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

test('a report fails and its requester gets a mail if every attempt to generate it crashes the process', async () => {
  const portal = await startSeededPortal();
  const { number } = await portal.applicationAt('approved');
  const { db } = portal.services.store;
  // The state after an interrupted start: the attempt is counted, but not ended.
  await changeRows(
    portal.services,
    'report',
    { application_number: number },
    { state: 'generating', attempts: MAX_ATTEMPTS },
  );
  await generateDue(portal.services);
  const report = await db
    .selectFrom('report')
    .select(['state', 'reason', 'attempts'])
    .where('application_number', '=', number)
    .executeTakeFirstOrThrow();
  expect(report).toEqual({ state: 'failed', reason: 'failed', attempts: MAX_ATTEMPTS });
  const mails = await db
    .selectFrom('mail')
    .select('subject')
    .where('application_number', '=', number)
    .execute();
  const subject = `Application ${number}: the file could not be generated`;
  expect(mails).toContainEqual({ subject });
  expect(await db.selectFrom('job').select('id').where('kind', '=', 'report').execute()).toEqual(
    [],
  );
  await portal.close();
});

test.each([
  [0, 'Please generate it again in the portal.'],
  [3, 'It cannot be generated again. If you need the data, please file a new application.'],
])('a failure after %d regenerations of 3 is mailed with «%s»', async (regenerations, words) => {
  const portal = await startSeededPortal();
  const { number } = await portal.applicationAt('approved');
  const { db } = portal.services.store;
  await changeRows(
    portal.services,
    'report',
    {},
    { state: 'generating', attempts: MAX_ATTEMPTS, regenerations },
  );
  await generateDue(portal.services);
  const { body } = await db
    .selectFrom('mail')
    .select('body')
    .where('application_number', '=', number)
    .where('subject', 'like', '%could not be generated')
    .executeTakeFirstOrThrow();
  expect(body).toContain(words);
  expect(body.includes('Please generate it again')).toBe(regenerations < 3);
  const { data } = await portal.call(
    'history',
    { page: 1, pageSize: 5 },
    { token: portal.tokens.owner },
  );
  expect(data.items[0]).toMatchObject({
    reportState: 'failed',
    regeneration: { regenerations, maxRegenerations: 3 },
  });
  await portal.close();
});

test.each([
  ['queued', 'Generating file... check your email'],
  ['generating', 'Generating file... check your email'],
  ['empty', 'There are no data for this request'],
  ['failed', 'The report could not be generated'],
  ['expired', 'The report is no longer kept'],
] as const)('the download of a report that is %s is rejected with «%s»', async (state, message) => {
  const portal = await startSeededPortal();
  const { number } = await portal.applicationAt('approved');
  await changeRows(portal.services, 'report', {}, { state });
  const answer = await portal.call(
    'report',
    { applicationNumber: number },
    { token: portal.tokens.owner },
  );
  expect(answer).toMatchObject({ code: codes.reportNotReady, message, data: { state } });
  await portal.close();
});
