import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { ApplicationRecord } from '#contract/application-record.ts';
import type { ConcreteStep } from '#lib/statechart/paths/concrete-walks.ts';
import type { ReportEvent, ReportSnapshot } from '#machines/report.machine.ts';
import { reportScenario } from '#machines/report.scenario.ts';
import { applyReportEvent } from '#server/applications/reports/report-life.ts';
import { expireReports } from '#server/applications/retention.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { ordered, row, rows } from '#tests/server/fixture.ts';
import { startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';
import { namesIn } from '#tests/server/stored.ts';
import { endLinks } from '#tests/server/vehicles/fill-store.ts';
import { isNotAccepted, recordedWalks } from '../../recorded-walks.ts';
import { servedPortal } from './served-portal.ts';

const walks = recordedWalks({
  level: 2,
  suite: 'http',
  machine: 'report',
  scenario: reportScenario,
  // `tests/machines/walks.test.ts` tries every pair, without a server. Rejections do not depend on the
  // database: on PostgreSQL each guard is tried once.
  criteria: process.env.DATABASE_URL ? ['transitions', 'guards'] : ['samples'],
});
const CONTACT = 'owner@example.eu';
const FILE = 'file';
const FILE_HASH = createHash('sha256').update(FILE).digest('hex');

const { portal, call } = servedPortal(walks, startSeededPortal);

// In this order: the last test checks what the others covered.
describe('the walks', { shuffle: false }, () => {
  test.each(walks.walks)('$name', async ({ walk }) => {
    walks.begin(walk);
    portal.clock.set(Date.parse('2026-01-05T09:00:00Z'));
    const { number } = await portal.applicationAt('approved');
    await portal.services.store.db.updateTable('session').set({ expires_at: 8e15 }).execute();
    portal.clock.set(reportScenario.epoch);
    let isCompared = false;
    for (const step of walk.steps) {
      portal.clock.set(step.sent.at);
      // The comparison of the previous step has fetched the report, which is recorded.
      const before = await rowsOf(number);
      const isTaken = await send(step, number);
      const after = await rowsOf(number);
      const effects = step.macrostep.effects.map(({ name }) => name);
      const { name } = step.sent;
      expect(isTaken, name).toBe(!isNotAccepted(step));
      if (!isTaken) expect(after, name).toEqual(before);
      const queued = after.jobs.length - before.jobs.length;
      expect(queued, name).toBe(Number(effects.includes('queueGeneration')));
      const isMailed = effects.includes('mailPassword') || effects.includes('mailReason');
      expect(after.mails.length - before.mails.length, name).toBe(Number(isMailed));
      if (effects.includes('deleteFile')) expect(before.hasFile && !after.hasFile, name).toBe(true);
      // Without a changed row the views are unchanged.
      if (isTaken || !isCompared)
        await expectSame(step.result.snapshot as ReportSnapshot, number, after);
      isCompared = true;
      walks.took(step);
    }
  });
});

/** Sends a step by a call, or as the worker or the clock does. */
async function send({ sent }: ConcreteStep, number: string): Promise<boolean> {
  const event = sent.event as unknown as ReportEvent;
  const { services, tokens } = portal;
  if (event.type === 'report.regenerate') {
    const token = event.by === 'owner' ? tokens.owner : tokens.stranger;
    const input = { applicationNumber: number };
    await endLinks(services.store, VEHICLE, event.linkEndedAt);
    const { status } = await call('regenerateReport', input, token);
    // The rest of the walk needs the link.
    await endLinks(services.store, VEHICLE, null);
    if (status !== 200) expect(Math.floor(status / 100)).toBe(4);
    return status === 200;
  }
  if (event.type === 'retention.passed') return (await expireReports(services)) === 1;
  const written = fileOf(event, number);
  try {
    await applyReportEvent(services, number, event, written);
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
  if (written) {
    const draft = await storageOf(services, 'reports').draft(written.name);
    await writeFile(draft.path, FILE);
    await draft.persist();
  }
  return true;
}

/** The file of a generation: the workbook, or only the signed manifest when there are no data. */
function fileOf({ type }: ReportEvent, number: string) {
  // Names are used once: in a bucket, a deleted name cannot be used again.
  const base = `${number}-${randomUUID()}`;
  const [name, packageName] = [`${base}.xlsx`, `${base}.zip`];
  const [size, sha256] = [FILE.length, FILE_HASH];
  if (type === 'generation.succeeded')
    return {
      name,
      columns: { file_name: name, rows: 1, size, sha256 },
      password: 'AAAAA-BBBBB',
    };
  if (type === 'generation.foundNothing')
    return {
      name: packageName,
      columns: { package_name: packageName, package_size: size, package_sha256: sha256 },
    };
  return undefined;
}

async function rowsOf(number: string) {
  return {
    report: await row(portal.services, 'report', { application_number: number }),
    jobs: ordered(await rows(portal.services, 'job', { kind: 'report', subject: number })),
    mails: ordered(
      await rows(portal.services, 'mail', {
        recipient: CONTACT,
        application_number: number,
      }),
    ),
    hasFile: (await namesIn(portal.services, 'reports')).some((name) => name.startsWith(number)),
  };
}

/** Expects the stored report, the requester's view and the download to match the model. */
async function expectSame(
  model: ReportSnapshot,
  number: string,
  { report }: Awaited<ReturnType<typeof rowsOf>>,
) {
  const { attempts, keptUntil } = model.context;
  expect(report).toMatchObject({ state: model.value, attempts, kept_until: keptUntil });
  const { owner } = portal.tokens;
  const input = { applicationNumber: number };
  const { data } = await call('applicationDetails', input, owner);
  expect((data as ApplicationRecord).report).toMatchObject({ state: model.value, keptUntil });
  const own = await portal.call('report', input, { token: owner });
  expectCode(own, model.hasTag('downloadable') ? 200 : 40903);
}
