import { expect, test } from 'vitest';
import { checkDueContents } from '#server/applications/reports/check-contents.ts';
import { sendOperatorAlerts } from '#server/operations/operator-mail.ts';
import { isScarce, operatorAlerts } from '#server/operations/operator-troubles.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import { overwrite } from '#tests/server/stored.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OPERATOR = 'operator@example.eu';
const GIBIBYTE = 1024 ** 3;

const portal = portalOfTest(() => startSeededPortal({ OPERATOR_MAILBOX: OPERATOR }));

let free = 100 * GIBIBYTE;
const look = () =>
  sendOperatorAlerts(portal.services, (services, chains) =>
    operatorAlerts(services, chains, async () => ({ free, size: 200 * GIBIBYTE })),
  );
const mails = async () =>
  (await rows(portal.services, 'mail', { recipient: OPERATOR })).toSorted(
    (one, other) => one.created_at - other.created_at,
  );
const subjects = async () => (await mails()).map(({ subject }) => subject);

async function killMails(): Promise<number> {
  const { store, now } = portal.services;
  const { numUpdatedRows } = await store.db
    .updateTable('job')
    .set({ dead_at: now(), failing_since: now() - 24 * HOUR, leased_until: null })
    .where('kind', '=', 'mail')
    .where('dead_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

test('the operator hears of dead work, damaged files, broken chains and a full disk in one mail', async () => {
  free = 100 * GIBIBYTE;
  await look();
  expect(await mails()).toEqual([]);

  const fileId = await portal.uploaded();
  await overwrite(portal.services, 'files', fileId, 'another');
  await checkDueContents(portal.services);
  await portal.applicationAt('awaited');
  const dead = await killMails();
  const { db } = portal.services.store;
  await db.updateTable('audit_entry').set({ detail: 'another' }).execute();
  free = 5 * GIBIBYTE;
  portal.clock.advance(24 * HOUR);
  await look();
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Portal: 4 things need an operator');
  expect(mail?.body).toContain(`Dead work: ${dead} of kind «mail»`);
  expect(mail?.body).toContain('Damaged or missing files: 1.');
  expect(mail?.body).toMatch(/The audit chains are broken: [1-9]\d* places/);
  expect(mail?.body).toContain('is nearly full.');
  expect(mail?.body).toContain('/desk/operation');
});

test('a folder that is away keeps nothing else from being told', async () => {
  await portal.applicationAt('awaited');
  const dead = await killMails();
  const DATA_DIR = `${portal.services.config.DATA_DIR}/unmounted`;
  const config = { ...portal.services.config, DATA_DIR };
  expect(
    await operatorAlerts({ ...portal.services, config }, { broken: 0, isUnfinished: false }),
  ).toEqual([
    `Dead work: ${dead} of kind «mail», which nobody tries any more.`,
    `The folder ${DATA_DIR} cannot be reached.`,
  ]);
});

test('it is no storm: when something changed once an hour, then once a day, and when it is over', async () => {
  free = 100 * GIBIBYTE;
  await portal.applicationAt('awaited');
  await killMails();
  await Promise.all([look(), look()]);
  expect(await subjects()).toHaveLength(1);
  // More of it, within the hour.
  portal.clock.advance(MINUTE);
  await portal.applicationAt('awaited');
  await portal.services.store.db
    .deleteFrom('job')
    .where('subject', '=', (await mails())[0]?.id ?? '')
    .execute();
  await killMails();
  await look();
  expect(await subjects()).toHaveLength(1);
  portal.clock.advance(HOUR);
  await look();
  expect(await subjects()).toHaveLength(2);
  // The same for a day.
  portal.clock.advance(23 * HOUR);
  await look();
  expect(await subjects()).toHaveLength(2);
  portal.clock.advance(HOUR);
  await look();
  expect(await subjects()).toHaveLength(3);
  // Mended.
  await portal.services.store.db.deleteFrom('job').where('dead_at', 'is not', null).execute();
  portal.clock.advance(HOUR);
  await look();
  await look();
  portal.clock.advance(48 * HOUR);
  await look();
  expect((await subjects()).slice(3)).toEqual(['Portal: nothing needs an operator any more']);
  expect(await row(portal.services, 'operator_mail', {})).toMatchObject({ body: '', broken: 0 });
});

test('without that mailbox nobody looks', async () => {
  delete portal.services.config.OPERATOR_MAILBOX;
  await look();
  expect(await rows(portal.services, 'operator_mail', {})).toEqual([]);
});

test.each([
  [100, 200, false],
  [5, 200, true],
  [0.9, 10, true],
  [1, 10, false],
  [10, 200, false],
  // A small one is not scarce for ever.
  [0.9, 1, false],
  [0.04, 1, true],
])('%d GiB free of %d: scarce is %s', (free, size, expected) => {
  expect(isScarce({ free: free * GIBIBYTE, size: size * GIBIBYTE })).toBe(expected);
});
