import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { fail, lease, MAIL_RETRY_PERIOD } from '#server/platform/jobs/lease.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(startSeededPortal);
const REFUSED = new Error(
  "Can't send mail - all recipients were rejected: 552 5.2.2 <owner@example.eu> is over quota",
);

/** Lets the oldest due mail fail; with `again`, a day later for the last time. */
async function failMail({ again }: { again: boolean }) {
  const { store, now } = portal.services;
  const job = await lease(store, 'mail', now());
  if (!job) throw new Error('no mail is due');
  await fail(store, job, now(), REFUSED);
  if (!again) return job.id;
  portal.clock.advance(MAIL_RETRY_PERIOD);
  await store.db.updateTable('job').set({ run_at: now() }).where('id', '!=', job.id).execute();
  await store.db.updateTable('job').set({ run_at: 0 }).where('id', '=', job.id).execute();
  const next = await lease(store, 'mail', now());
  expect(next?.id).toBe(job.id);
  if (next) await fail(store, next, now(), REFUSED);
  return job.id;
}

test('leads see failed jobs, retry them, or give up a mail', async () => {
  const { services } = portal;
  const by = { token: await signInAs(portal, 'lead@example.eu', ['lead']) };
  const reviewer = { token: portal.tokens.reviewer };
  await services.store.db.deleteFrom('job').execute();
  const { number } = await portal.applicationAt('awaited');
  const state = async () => granted(await portal.call('operationState', {}, by));
  expectCode(await portal.call('operationState', {}, reviewer), codes.forbidden);
  expect((await state()).failed).toEqual([]);

  const id = await failMail({ again: true });
  const dead = await state();
  expect(dead.kinds.find(({ kind }) => kind === 'mail')).toMatchObject({ dead: 1, later: 0 });
  expect(dead.failed).toMatchObject([
    {
      id,
      kind: 'mail',
      mail: { subject: expect.stringContaining(number), language: 'en' },
      applicationNumber: number,
      nextAt: null,
      error: "Can't send mail - all recipients were rejected: 552 5.2.2",
    },
  ]);
  // Jobs in progress are not listed; only mails and reports name an application.
  const otherJob = await row(services, 'job', { id });
  const [inHand, noMail] = [crypto.randomUUID(), crypto.randomUUID()];
  const put = (job: object) =>
    services.store.db
      .insertInto('job')
      .values({ ...otherJob, ...job })
      .execute();
  await put({ id: inHand, leased_until: services.now() + 1 });
  await put({ id: noMail, kind: 'scan', failing_since: services.now() });
  expect((await state()).failed).toMatchObject([
    { id, applicationNumber: number },
    { id: noMail, applicationNumber: null, mail: null },
  ]);
  await services.store.db.deleteFrom('job').where('id', 'in', [inHand, noMail]).execute();
  // Dead jobs are never leased.
  portal.clock.advance(400 * MAIL_RETRY_PERIOD);
  await services.store.db.deleteFrom('job').where('id', '!=', id).execute();
  expect(await lease(services.store, 'mail', services.now())).toBeNull();

  const lead = { token: await signInAs(portal, 'lead@example.eu', ['lead']) };
  const retry = (ids: string[]) => portal.call('operationRetry', { ids }, lead);
  expectCode(await portal.call('operationRetry', { ids: [id] }, reviewer), codes.signedOut);
  expect(granted(await retry([id, crypto.randomUUID()]))).toEqual({ count: 1 });
  expect(granted(await retry([id]))).toEqual({ count: 0 });
  await services.store.db
    .deleteFrom('job')
    .where('kind', '=', 'mail')
    .where('id', '!=', id)
    .execute();
  expect(await lease(services.store, 'mail', services.now())).toMatchObject({ id });

  // Jobs in progress cannot be given up.
  expectCode(await portal.call('operationGiveUp', { id }, lead), codes.notFound);
  await services.store.db
    .updateTable('job')
    .set({ leased_until: null, failing_since: services.now() })
    .where('id', '=', id)
    .execute();
  const { subject } = await row(services, 'job', { id });
  granted(await portal.call('operationGiveUp', { id }, lead));
  expect(await rows(services, 'job', { id })).toEqual([]);
  expect(await row(services, 'mail', { id: subject })).toMatchObject({ body: '', sent_at: null });
  expect(await rows(services, 'audit_entry', { action: 'job.retry' })).toMatchObject([
    { detail: 'mail' },
  ]);
  expect(await rows(services, 'audit_entry', { action: 'job.giveUp' })).toMatchObject([
    { application_number: number },
  ]);

  // A mail without an application is erased after 30 days, before its job is given up.
  await put({ id: noMail, failing_since: services.now() });
  granted(await portal.call('operationGiveUp', { id: noMail }, lead));
  expect(await rows(services, 'job', { id: noMail })).toEqual([]);
});
