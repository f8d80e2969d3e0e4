import { expect, test } from 'vitest';
import { MAX_ATTEMPTS } from '#machines/limits.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

test('a report whose every start killed the process is given up, and its requester is told', async () => {
  const portal = await startSeededPortal();
  const { number } = await portal.applicationAt('approved');
  const { db } = portal.services.store;
  // As the last start left it: counted, and never ended.
  await db
    .updateTable('report')
    .set({ state: 'generating', attempts: MAX_ATTEMPTS })
    .where('application_number', '=', number)
    .execute();
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
