import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { addSignals } from '#contract/data-catalogue.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { outcomes } from '#contract/figure-codes.ts';
import { applicationStates, hasTag } from '#contract/stored-application.ts';
import { runTimedTransitions } from '#server/background.ts';
import { rebuildOutdatedProjections } from '#server/figures/projection.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { freeLeases } from '#server/platform/jobs/lease.ts';
import { codeOf } from '#tests/server/accounts/staff/staff.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { freshStore } from '#tests/server/fresh-store.ts';
import { granted } from '#tests/server/seeded-portal.ts';
import { addSeries } from '#tests/server/vehicles/fill-store.ts';
import { type Answer, lastCode } from '../server/fixture.ts';
import { generateDue } from '../server/run-due.ts';
import { openInstallation, releases } from './open-installation.ts';
import type { Role } from './story.ts';

type Application = Schema['application'];

/** States that were added to the statechart after the installation of a release was saved. */
const laterStates: Record<string, readonly string[]> = {};

test('no installation of a version before 1.0.0 is saved', () => {
  expect(releases.filter((release) => release < '1.0.0')).toEqual([]);
});

describe.each(releases)('the installation of %s', (release) => {
  let kept: Awaited<ReturnType<typeof openInstallation>>;
  let applications: Application[];
  /** States of the saved reports, read before any test changes them. */
  let reportStates: string[];
  beforeAll(async () => {
    kept = await openInstallation(release);
    const { db } = kept.services.store;
    applications = await db.selectFrom('application').selectAll().execute();
    const reports = await db.selectFrom('report').select('state').distinct().execute();
    reportStates = reports.map(({ state }) => state);
  });
  afterAll(() => kept.close());

  /** Makes a call; returns its data, or throws the error response. */
  const call = async <Data = unknown>(name: EndpointName, by: Role, input: object = {}) => {
    const { token } = kept.people[by];
    return granted((await kept.call(name, input as never, { token })) as unknown as Answer<Data>);
  };
  /** Returns the content of the file that a call responds with. */
  const download = async (name: EndpointName, by: Role, input: object) => {
    const { token } = kept.people[by];
    const { response } = await kept.call(name, input as never, { token });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.headers['content-disposition']).toContain('attachment');
    return response.rawPayload;
  };
  const requesterOf = ({ kind }: Pick<Application, 'kind'>): Role =>
    kind === 'public' ? 'body' : 'owner';
  const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

  test('has the same tables as a new installation after it is opened', async () => {
    const fresh = await freshStore();
    expect(await tablesOf(kept.services.store)).toEqual(await tablesOf(fresh.store));
    await fresh.store.close();
    await fresh.location.remove();
  });

  test('has applications of every kind in every state, and reports in every state', async () => {
    const found = new Set(applications.map(({ kind, state }) => `${kind} ${state}`));
    const ofPublic = (state: string) =>
      !/qualification.(under|info)|awaited|withheld|suspended/.test(state);
    const later = laterStates[release] ?? [];
    for (const state of applicationStates.filter((one) => !later.includes(one))) {
      expect(found).toContain(`personal ${state}`);
      if (ofPublic(state)) expect(found).toContain(`public ${state}`);
    }
    expect(reportStates.sort()).toEqual([
      'delivered',
      'empty',
      'expired',
      'failed',
      'generating',
      'queued',
    ]);
  });

  test('shows its requesters every list and every application with its files', async () => {
    const { db } = kept.services.store;
    for (const by of ['owner', 'body'] as const) {
      await call('currentUser', by);
      for (const list of [...lists, undefined]) await call('history', by, { list, pageSize: 100 });
    }
    for (const { number: applicationNumber, ...row } of applications) {
      const by = requesterOf(row);
      const { number, files } = await call<Seen>('applicationDetails', by, { applicationNumber });
      expect(number).toBe(applicationNumber);
      for (const { fileId } of files) {
        const stored = db.selectFrom('stored_file').select('sha256').where('id', '=', fileId);
        const content = await download('file', by, { fileId });
        expect(sha256(content)).toBe((await stored.executeTakeFirstOrThrow()).sha256);
      }
    }
  });

  test('shows the desk every application, list and decision', async () => {
    for (const { number: applicationNumber, ...row } of applications) {
      const about = { applicationNumber };
      await call('deskApplication', 'reviewer', about);
      await call('deskInformationItems', 'reviewer', about);
      if (row.data_request_json || row.kind === 'public')
        await call('deskReportPreview', 'reviewer', about);
      if (isDecided(row)) {
        await download('deskDecisionLetter', 'lead', about);
        await download('decisionLetter', requesterOf(row), about);
      }
    }
    for (const states of applicationStates.map((state) => [state]))
      await call('deskQueue', 'reviewer', { states });
    const queue = await call<Page>('deskQueue', 'reviewer', { search: 'nowak', pageSize: 100 });
    expect(queue.total).toBe(applications.filter(({ kind }) => kind === 'personal').length);
    expect(await call('deskViews', 'reviewer')).toHaveLength(1);
    expect((await call<Page>('deskErasureLedger', 'reviewer')).total).toBe(2);
    expect(await call('staffList', 'lead')).toHaveLength(4);
    expect(await call('deskSettingsRead', 'lead')).toMatchObject({
      values: { serviceGoalDays: 15, holidays: 'PL', authorityMailbox: 'competent@example.eu' },
    });
  });

  test('accepts and shows values of a signal that was added to the catalogue later', async () => {
    const name = 'Vehicle.Added.Later';
    const signal = { name, unit: 'km', value: 'number', personal: false, origin: 'raw' } as const;
    const takeBack = addSignals('trips', [signal]);
    try {
      const { number: applicationNumber = '', vehicle_id = '' } =
        applications.find((row) => row.data_request_json?.includes('"trips"')) ?? {};
      await addSeries(kept.services, vehicle_id ?? '', [['2026-05-04T09:00:00Z', { [name]: 7 }]]);
      expect(await call('deskReportPreview', 'reviewer', { applicationNumber })).toMatchObject({
        types: expect.arrayContaining([
          expect.objectContaining({
            type: 'trips',
            signals: expect.arrayContaining([{ name, unit: 'km', values: 1, gap: null }]),
          }),
        ]),
      });
    } finally {
      takeBack();
    }
  });

  test('replays its histories through the current machine', async () => {
    await rebuildOutdatedProjections(kept.services);
    const total = applications.length;
    const seen = await call('chartConformance', 'analyst');
    expect(seen).toMatchObject({ applications: total, pending: 0, deviating: 0 });
    expect(await call('chartFigures', 'analyst')).toMatchObject({ total });
    for (const outcome of outcomes) await call('chartFigures', 'analyst', { outcome });
    const cases = await call<Page>('chartCases', 'reviewer', { pageSize: 100 });
    expect(cases.total).toBe(total);
  });

  test('has an audit log that verifies, can be read and exported', async () => {
    const verified = await call('auditVerify', 'auditor');
    expect(verified).toMatchObject({ histories: applications.length, broken: [] });
    const trail = await call<Page>('auditTrail', 'auditor', { pageSize: 100 });
    expect(trail.total).toBeGreaterThanOrEqual(20);
    for (const format of ['csv', 'jsonl'])
      expect((await download('auditExport', 'auditor', { format })).length).toBeGreaterThan(1000);
  });

  test('ends the sessions of 1.0.0, whose rows could be forged', async () => {
    const { db } = kept.services.store;
    const unsigned = await db.selectFrom('session').selectAll().where('mac', 'is', null).execute();
    expect(unsigned).toEqual([]);
  });

  test('lets staff sign in with their apps, and rejects a locked address', async () => {
    // Until then, no other code of the app is accepted and no further code mailed.
    kept.clock.advance(60_000);
    const { email, secret = '' } = kept.people.reviewer;
    const token = await kept.signIn(email);
    expectCode(await kept.call('deskQueue', {}, { token }), codes.secondFactorNeeded);
    granted(await kept.call('secondFactorGive', { code: codeOf(kept, secret) }, { token }));
    granted(await kept.call('deskQueue', {}, { token }));
    const locked = { email: 'forgetful@example.eu', privacyAccepted: true } as const;
    expect(await kept.call('sendCaptcha', locked)).toMatchObject({
      data: { lockedUntil: expect.any(Number) },
    });
    const code = await lastCode(kept.services, 'new@example.eu');
    granted(await kept.call('login', { email: 'new@example.eu', code }));
  });

  test('delivers queued, interrupted and failed reports, and queues expired ones', async () => {
    const { store } = kept.services;
    const reportsIn = (...states: Schema['report']['state'][]) =>
      store.db
        .selectFrom('report')
        .innerJoin('application', 'number', 'application_number')
        .select(['number', 'kind', 'sha256'])
        .where('report.state', 'in', states)
        .where('application.state', '<>', 'suspended')
        .execute();
    await freeLeases(store);
    const expired = await reportsIn('expired');
    for (const { number: applicationNumber, kind } of await reportsIn('failed'))
      await call('regenerateReport', requesterOf({ kind }), { applicationNumber });
    await generateDue(kept.services);
    expect(await reportsIn('queued', 'generating', 'failed')).toEqual([]);
    for (const { number: applicationNumber, kind, sha256: hash } of await reportsIn('delivered')) {
      const content = await download('report', requesterOf({ kind }), { applicationNumber });
      expect(sha256(content)).toBe(hash);
    }
    for (const { number: applicationNumber, kind } of expired)
      await call('regenerateReport', requesterOf({ kind }), { applicationNumber });
    expect(await reportsIn('queued')).toHaveLength(expired.length);
  });

  test('continues: deadlines pass, and requesters can end open applications', async () => {
    await runTimedTransitions(kept.services);
    for (const { number: applicationNumber, revision, ...row } of applications)
      if (!isDecided(row) && row.state !== 'terminated.byRequester')
        await call('terminateOrder', requesterOf(row), {
          applicationNumber,
          revision,
        });
    expect(await call('auditVerify', 'auditor')).toMatchObject({ broken: [] });
  });
});

/** Every column with its type, and every index with its columns. */
async function tablesOf({ db, kind }: Store): Promise<string[]> {
  const tables = await db.introspection.getTables();
  const columns = tables.flatMap(({ name, columns }) =>
    columns.map((column) => `${name}.${column.name} ${column.dataType} ${column.isNullable}`),
  );
  const { rows } = await (kind === 'postgres'
    ? sql<{ text: string }>`select indexdef as text from pg_indexes where schemaname = 'public'`
    : sql<{
        text: string;
      }>`select coalesce(sql, name) as text from sqlite_master where type = 'index'`
  ).execute(db);
  return [...columns, ...rows.map(({ text }) => text)].sort();
}

const lists = ['qualificationReview', 'dataApplication', 'approved', 'termination'] as const;

interface Page {
  total: number;
}
interface Seen {
  number: string;
  files: { fileId: string }[];
}

const isDecided = ({ state }: Pick<Application, 'state'>) => hasTag(state, 'decided');
