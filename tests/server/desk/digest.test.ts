import { beforeAll, beforeEach, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { deskMailsChange } from '#contract/desk.ts';
import { remind } from '#server/applications/deadlines/deadlines.ts';
import { sendDigest, startDigester } from '#server/applications/mails/post-to-desk.ts';
import { lease, nextDue } from '#server/platform/jobs/lease.ts';
import { callersOf } from '#tests/server/callers.ts';
import { changeRows, row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

const HOURLY = 'hourly@example.eu';
const HOUR = 3_600_000;

const portal = portalOfFile(() => startSeededPortal({ DESK_MAILBOX: HOURLY }));
const { hourly: reader, reviewer } = callersOf(portal, { hourly: ['reviewer'] });
let id: string;
let applicationNumber: string;
beforeAll(async () => {
  ({ id } = await row(portal.services, 'account', { email: HOURLY }));
  await portal.granted('deskMailsChange', { frequency: 'hourly' }, reader);
});
beforeEach(async () => {
  const { db } = portal.services.store;
  for (const table of ['held_mail', 'mail', 'job'] as const) await db.deleteFrom(table).execute();
  ({ number: applicationNumber } = await portal.applicationAt('submitted'));
});

const name = (text = '@hourly') =>
  portal.call('deskNoteAdd', { applicationNumber, note: text }, reviewer);
const toReader = () => rows(portal.services, 'mail', { recipient: HOURLY });
const send = () =>
  portal.services.store.transact((trx) => sendDigest({ services: portal.services, trx }, id));

test('mails to staff are collected and sent hourly as one mail, in order', async () => {
  portal.clock.advance(1000);
  granted(await name());
  expect(await toReader()).toEqual([]);
  // The notice about the filed application, and the mention.
  expect(await portal.granted('deskMails', {}, reader)).toEqual({
    frequency: 'hourly',
    waiting: 2,
  });
  expect(await portal.granted('deskMails', {}, reviewer)).toMatchObject({ waiting: 0 });
  const due = await nextDue(portal.services.store, 'digest');
  expect(due).toBe((Math.floor(portal.services.now() / HOUR) + 1) * HOUR);
  portal.clock.set(due ?? 0);
  const worker = startDigester(portal.services);
  await expect.poll(() => nextDue(portal.services.store, 'digest')).toBeNull();
  await worker.stop();
  const [mail, ...more] = await toReader();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Desk: 2 messages');
  expect(mail?.body).toMatch(/A new application was filed[\s\S]*mentioned you in an internal note/);
  expect(mail?.body).toContain('/desk/mails');
  expect(await rows(portal.services, 'held_mail')).toEqual([]);
});

test('a reminder is collected too; codes and security mails are not', async () => {
  await portal.granted('deskTake', { applicationNumber }, reader);
  const { due_at } = await row(portal.services, 'application', { number: applicationNumber });
  portal.clock.set((due_at ?? 0) - HOUR);
  await remind(portal.services);
  const held = await rows(portal.services, 'held_mail', { application_number: applicationNumber });
  expect(held.map(({ subject }) => subject)).toContain(
    `Desk: application ${applicationNumber} is due soon`,
  );
  expect(await toReader()).toEqual([]);
  await portal.signIn(HOURLY);
  expect(await toReader()).toHaveLength(1);
});

test('no mail is lost or sent twice when the process ends while it sends a digest', async () => {
  granted(await name());
  const { store } = portal.services;
  const breaking = store.transact(async (trx) => {
    await sendDigest({ services: portal.services, trx }, id);
    throw new Error('killed');
  });
  await expect(breaking).rejects.toThrow('killed');
  expect(await toReader()).toEqual([]);
  expect(await rows(portal.services, 'held_mail')).toHaveLength(2);
  await Promise.all([send(), send()]);
  expect(await toReader()).toHaveLength(1);
});

test('mails that arrive while a digest is sent get another job', async () => {
  granted(await name());
  const at = portal.services.now() + HOUR;
  while (await lease(portal.services.store, 'digest', at)) await send();
  granted(await name());
  const free = await rows(portal.services, 'job', { kind: 'digest', leased_until: null });
  expect(free).toHaveLength(1);
});

test('former staff get no digest, and their waiting mails are deleted', async () => {
  granted(await name());
  const become = (is_reviewer: number) =>
    changeRows(portal.services, 'account', { id }, { is_reviewer });
  await become(0);
  await send();
  await become(1);
  await send();
  expect(await toReader()).toEqual([]);
});

test('waiting mails are sent when their recipient chooses single mails', async () => {
  granted(await name());
  await portal.granted('deskMailsChange', { frequency: 'atOnce' }, reader);
  expect(await toReader()).toHaveLength(1);
  granted(await name('@hourly again'));
  expect(await toReader()).toHaveLength(2);
  await portal.granted('deskMailsChange', { frequency: 'hourly' }, reader);
});

test('only one of two frequencies can be chosen', async () => {
  const wrong = { frequency: 'daily' } as unknown as typeof deskMailsChange.example;
  expect(await portal.call('deskMailsChange', wrong, reader)).toMatchObject({
    code: codes.invalid,
    data: { fields: [{ field: 'frequency' }] },
  });
});
