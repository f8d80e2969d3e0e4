import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#lib/words/durations.ts';
import { checkDueContents } from '#server/applications/files/stored-contents.ts';
import {
  isScarce,
  operatorAlerts,
  sendOperatorAlerts,
  verifyDaily,
} from '#server/operations/operator-alerts.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import { overwrite } from '#tests/server/stored.ts';

const OPERATOR = 'operator@example.eu';
const GIBIBYTE = 1024 ** 3;

const portal = portalOfTest(() => startSeededPortal({ OPERATOR_MAILBOX: OPERATOR }));

let free = 100 * GIBIBYTE;
const send = () =>
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

test('failed jobs, damaged files, broken chains and a full disk are in one mail', async () => {
  free = 100 * GIBIBYTE;
  await send();
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
  await send();
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Portal: 4 alerts');
  expect(mail?.body).toContain(`Failed jobs: ${dead} of kind «mail»`);
  expect(mail?.body).toContain('Damaged or missing files: 1.');
  expect(mail?.body).toMatch(/The audit chains are broken in [1-9]\d* places/);
  expect(mail?.body).toContain('is nearly full.');
  expect(mail?.body).toContain('/desk/operation');
});

test('an unreachable folder, a scanner and head copies that fail are reported with the other alerts', async () => {
  await portal.applicationAt('awaited');
  const dead = await killMails();
  const DATA_DIR = `${portal.services.config.DATA_DIR}/unmounted`;
  const failing = { DATA_DIR, CLAMD_URL: 'tcp://127.0.0.1:1', AUDIT_HEADS_FILE: '/nowhere/heads' };
  const services = { ...portal.services, config: { ...portal.services.config, ...failing } };
  expect(await operatorAlerts(services, { broken: 0, isUnfinished: false })).toEqual([
    `Failed jobs: ${dead} of kind «mail», which are no longer retried.`,
    `The folder ${DATA_DIR} cannot be reached.`,
    expect.stringMatching(/scanner of CLAMD_URL does not respond/),
    expect.stringMatching(/heads of the audit/),
  ]);
});

test('alerts are sent once an hour after changes, then once a day, and when they are resolved', async () => {
  free = 100 * GIBIBYTE;
  await portal.applicationAt('awaited');
  await killMails();
  await Promise.all([send(), send()]);
  expect(await subjects()).toHaveLength(1);
  // Changed within the hour.
  portal.clock.advance(MINUTE);
  await portal.applicationAt('awaited');
  await portal.services.store.db
    .deleteFrom('job')
    .where('subject', '=', (await mails())[0]?.id ?? '')
    .execute();
  await killMails();
  await send();
  expect(await subjects()).toHaveLength(1);
  portal.clock.advance(HOUR);
  await send();
  expect(await subjects()).toHaveLength(2);
  // Unchanged for a day.
  portal.clock.advance(23 * HOUR);
  await send();
  expect(await subjects()).toHaveLength(2);
  portal.clock.advance(HOUR);
  await send();
  expect(await subjects()).toHaveLength(3);
  // Resolved.
  await portal.services.store.db.deleteFrom('job').where('dead_at', 'is not', null).execute();
  portal.clock.advance(HOUR);
  await send();
  await send();
  portal.clock.advance(48 * HOUR);
  await send();
  expect((await subjects()).slice(3)).toEqual(['Portal: all alerts are resolved']);
  expect(await row(portal.services, 'operator_mail', {})).toMatchObject({ body: '', broken: 0 });
});

test('jobs that have been failing for an hour are reported before they are given up', async () => {
  await portal.applicationAt('awaited');
  const { store, now } = portal.services;
  const alerts = () =>
    operatorAlerts(portal.services, { broken: 0, isUnfinished: false }, async () => ({
      free,
      size: free,
    }));
  await store.db
    .updateTable('job')
    .set({ failing_since: now() - HOUR + MINUTE })
    .where('kind', '=', 'mail')
    .execute();
  expect(await alerts()).toEqual([]);
  portal.clock.advance(MINUTE);
  expect(await alerts()).toEqual(['Jobs of kind «mail» have been failing for more than an hour.']);
});

test('without OPERATOR_MAILBOX the chain is verified and nothing is mailed', async () => {
  delete portal.services.config.OPERATOR_MAILBOX;
  await send();
  const { verified_at, mailed_at } = await row(portal.services, 'operator_mail', {});
  expect([verified_at > 0, mailed_at]).toEqual([true, 0]);
});

test('free space is scarce below 1 GiB or 5 %, whichever applies to the size of the disk', () => {
  const scarce = (free: number, size: number) =>
    isScarce({ free: free * GIBIBYTE, size: size * GIBIBYTE });
  expect([scarce(100, 200), scarce(10, 200), scarce(5, 200)]).toEqual([false, false, true]);
  expect([scarce(1, 10), scarce(0.9, 10)]).toEqual([false, true]);
  // A small disk is not always scarce.
  expect([scarce(0.9, 1), scarce(0.04, 1)]).toEqual([false, true]);
});

describe('the chains are verified', () => {
  /** Runs the verification if it is due; returns whether it was started. */
  async function verified(outcome: 'completes' | 'fails' = 'completes') {
    let isStarted = false;
    await verifyDaily(portal.services, async () => {
      isStarted = true;
      if (outcome === 'fails') throw new Error('unavailable');
      return { entries: 0, applications: 0, broken: [] } as never;
    }).catch(() => {});
    return isStarted;
  }

  test('once a day, by one of two processes', async () => {
    const both = await Promise.all([verified(), verified()]);
    expect(both.toSorted()).toEqual([false, true]);
    portal.clock.advance(23 * HOUR);
    expect(await verified()).toBe(false);
    portal.clock.advance(HOUR);
    expect(await verified()).toBe(true);
  });

  test('again an hour after a verification that did not complete; repeated failures are an alert', async () => {
    for (let failure = 0; failure < 4; failure++) {
      expect(await verified('fails')).toBe(true);
      portal.clock.advance(HOUR - 1);
      const chains = await verifyDaily(portal.services);
      expect(chains).toEqual({ broken: 0, isUnfinished: failure === 3 });
      portal.clock.advance(1);
    }
    const alerts = await operatorAlerts(portal.services, { broken: 0, isUnfinished: true });
    expect(alerts).toContain(
      'The verification of the audit chains does not complete. See the log.',
    );
    expect(await verified()).toBe(true);
    const chains = await verifyDaily(portal.services);
    expect(chains).toEqual({ broken: 0, isUnfinished: false });
  });
});
