import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { randomSource } from '#lib/statechart/paths/random-source.ts';
import { cleanUpReports } from '#server/applications/files/clean-up.ts';
import { checkAllContents } from '#server/applications/files/stored-contents.ts';
import { copiesOf } from '#server/applications/recipients/report-copies.ts';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { startCopier } from '#server/reports/report-jobs.ts';
import { bareEnvironment } from '#tests/compile-cache.ts';
import { rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { generateDue, runDue } from '#tests/server/run-due.ts';
import { settingsOf } from '#tests/server/run-tool.ts';
import {
  filedForThirdParty,
  granted,
  requestAt,
  startSeededPortal,
} from '#tests/server/seeded-portal.ts';
import { namesIn } from '#tests/server/stored.ts';

const HOUR = 60 * 60_000;
const KILLS = 3;
const email = 'workshop@example.com';
const portal = portalOfFile(startSeededPortal);

/** A delivered report whose third party has confirmed its address. */
async function awaitedCopy(): Promise<string> {
  const { tokens, services } = portal;
  const applicationNumber = await filedForThirdParty(portal);
  const reviewer = { token: tokens.reviewer };
  for (const [revision, name] of (['deskStartReview', 'deskPassQualification'] as const).entries())
    granted(await portal.call(name, { applicationNumber, revision } as never, reviewer));
  const form = { ...requestAt(services.now()), agreement: [await portal.uploaded()] };
  const owner = { token: tokens.owner };
  const asked = { applicationNumber, revision: 2, form };
  const { revision } = granted(await portal.call('personDataApplication', asked, owner));
  granted(await portal.call('deskApprove', { applicationNumber, revision }, reviewer));
  await generateDue(services);
  const bodies = (await rows(services, 'mail', { recipient: email })).map(({ body }) => body);
  const token = /\/delivery#([\w-]{43})\n/.exec(bodies.join('\n'))?.[1] ?? '';
  granted(await portal.call('deliveryConfirm', { token }));
  return applicationNumber;
}

/** Starts a process that copies, and kills it after `ms` milliseconds. */
async function copyAndKill(ms: number): Promise<void> {
  const copier = spawn(process.execPath, ['tests/kill/copier.ts'], {
    env: { ...bareEnvironment(), MODE: 'test', ...settingsOf(portal) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(copier.stdout, 'data');
  await pause(ms);
  copier.kill('SIGKILL');
  await once(copier, 'exit');
}

test('a recipient’s copy is delivered once, complete and sealed, although its process is killed', {
  timeout: 240_000,
}, async () => {
  const { services, clock } = portal;
  const number = await awaitedCopy();
  const reports = (await namesIn(services, 'reports')).length;
  const random = randomSource(20_261_123);
  for (let kill = 0; kill < KILLS; kill++) {
    await copyAndKill(random() * 2500);
    // Expires the lease.
    await services.store.db.updateTable('job').set({ leased_until: 1, run_at: 0 }).execute();
  }
  clock.set(Date.now() + HOUR);
  await runDue(services, 'recipientCopy', startCopier(services));
  const copies = await copiesOf(services.store.db, number);
  expect(copies.map(({ format }) => format)).toEqual(['xlsx', 'zip']);
  const passwords = (await rows(services, 'mail', { recipient: email })).filter(({ body }) =>
    /Password of the file: \S+/.test(body),
  );
  expect(passwords).toHaveLength(1);
  expect((await checkAllContents(services)).damaged).toEqual([]);
  expect((await verifyChains(services)).broken).toEqual([]);
  clock.set(Date.now() + 24 * HOUR);
  await cleanUpReports(services, true);
  expect(await namesIn(services, 'reports')).toHaveLength(reports + copies.length);
});
