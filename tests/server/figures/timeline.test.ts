import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { MAX_DOTTED } from '#contract/figures.ts';
import { applicationLog } from '#server/figures/event-log.ts';
import { collect, readXes } from '#tests/lib/event-log/read-xes.ts';
import { changeRows, row, rows } from '#tests/server/fixture.ts';
import { temporaryFolder } from '#tests/temporary-folder.ts';
import { type Entry, inventHistories, movesOf, portalWith } from './histories.ts';

const folder = temporaryFolder('event-log');

const HOUR = 3_600_000;
const invented = inventHistories(300, Date.parse('2026-01-01T00:00:00Z'));
const filedAt = Date.parse('2026-02-01T00:00:00Z');
/** An application whose data are withheld for a while. */
const traces = [
  ['application.file', 'qualification.submitted', 'requester', 0],
  ['review.start', 'qualification.underReview', 'reviewer', 2],
  ['qualification.pass', 'dataRequest.awaited', 'reviewer', 3],
  ['data.request', 'dataRequest.underReview', 'requester', 4],
  ['sharing.withhold', 'dataRequest.withheld', 'reviewer', 5],
  ['sharing.resume', 'dataRequest.underReview', 'reviewer', 55],
] as const;
const paused = traces.map(([event, to, role, hours], index): Entry => {
  const from = traces[index - 1]?.[1] ?? null;
  return { event, from, to, role, at: filedAt + hours * HOUR };
});
const histories = [
  ...invented,
  { number: 'VD-20260201-PAUSED', kind: 'personal' as const, entries: paused, dueAt: null },
];

const { portal, analyst, reviewer } = portalWith(histories);

type Filter = InputOf<typeof endpoints.chartTimeline>;
const asked = (filter: Filter = {}, who = analyst) => portal.granted('chartTimeline', filter, who);

/** Whose turn it is in each state, by hand. */
const parties: Record<string, 'requester' | 'holder' | 'suspended'> = {
  'qualification.submitted': 'holder',
  'qualification.underReview': 'holder',
  'qualification.informationRequired': 'requester',
  'dataRequest.awaited': 'requester',
  'dataRequest.underReview': 'holder',
  'dataRequest.informationRequired': 'requester',
  'dataRequest.withheld': 'suspended',
  suspended: 'suspended',
};

/** Expected figures, counted from the histories. */
function expected(kind?: 'personal' | 'public') {
  const counted = histories.filter((each) => !kind || each.kind === kind);
  const waiting = { requester: 0, holder: 0, suspended: 0 };
  const now = { requester: 0, holder: 0, suspended: 0 };
  let lapsed = 0;
  for (const history of counted) {
    const moves = movesOf(history);
    for (const [index, { at, from, event }] of moves.entries()) {
      const party = parties[from ?? ''];
      if (party) waiting[party] += at - (moves[index - 1]?.at ?? 0);
      if (event === 'deadline.passed') lapsed++;
    }
    const party = parties[moves.at(-1)?.to ?? ''];
    if (party) now[party]++;
  }
  return { total: counted.length, waiting, now, lapsed };
}

describe('applications over time', () => {
  test.each([undefined, 'personal', 'public'] as const)(
    'of kind %s equal their histories',
    async (kind) => {
      const over = kind ? { kind } : {};
      const { total } = await asked(over);
      const { waiting } = await portal.granted('chartFigures', over, analyst);
      const wanted = expected(kind);
      expect(total).toBe(wanted.total);
      for (const { waitsFor, time, now } of waiting)
        expect([waitsFor, time, now]).toEqual([
          waitsFor,
          wanted.waiting[waitsFor],
          wanted.now[waitsFor],
        ]);
      expect(waiting.map(({ lapsed }) => lapsed)).toEqual([wanted.lapsed, 0, 0]);
      expect(waiting.reduce((all, { share }) => all + share, 0)).toBeCloseTo(1);
    },
  );

  test('are drawn from the first to the last filed, up to a maximum', async () => {
    const { cases } = await asked({}, reviewer);
    expect(cases.length).toBeGreaterThan(MAX_DOTTED / 2);
    expect(cases.length).toBeLessThanOrEqual(MAX_DOTTED);
    const first = cases.map(({ steps }) => steps[0]?.at ?? 0);
    expect(first).toEqual(first.toSorted((a, b) => a - b));
    const known = new Map(histories.map((history) => [history.number, movesOf(history)]));
    for (const { number, steps } of cases)
      expect(steps.map(({ at }) => at)).toEqual(known.get(number ?? '')?.map(({ at }) => at));
  });

  test('are all drawn when they are few; a pause waits for neither party', async () => {
    const { cases } = await asked({ from: '2026-02-01', to: '2026-02-01' }, reviewer);
    const turns = ['holder', 'holder', 'requester', 'holder', 'suspended', 'holder'];
    expect(cases.find(({ number }) => number === 'VD-20260201-PAUSED')?.steps).toEqual(
      paused.map(({ at }, index) => ({ at, waitsFor: turns[index] })),
    );
    const deviations = await portal.granted('chartConformance', {}, reviewer);
    expect(deviations.deviating).toBe(0);
  });

  test('in a state that this release lacks are counted, and wait for the data holder', async () => {
    const { services } = portal;
    const isIt = { application_number: 'VD-20260201-PAUSED' };
    const setStep = (to_code: number) =>
      changeRows(services, 'step', { ...isIt, revision: 2 }, { to_code });
    const setCourse = (codes: string) => changeRows(services, 'course', isIt, { codes });
    const { codes: course } = await row(services, 'course', isIt);
    await setStep(77);
    await setCourse('0>1>77');
    const day = { from: '2026-02-01', to: '2026-02-01' };
    try {
      const { cases, total } = await asked(day, reviewer);
      const found = cases.find(({ number }) => number === 'VD-20260201-PAUSED');
      expect(found?.steps[2]).toMatchObject({ waitsFor: 'holder' });
      const { variants } = await portal.granted('chartFigures', day, analyst);
      expect(variants.reduce((sum, { count }) => sum + count, 0)).toBe(total - 1);
    } finally {
      await setStep(2);
      await setCourse(course);
    }
  });

  test('have no number for accounts that may not see applications, and are empty without matches', async () => {
    expect(new Set((await asked()).cases.map(({ number }) => number))).toEqual(new Set([null]));
    expect(await asked({ from: '2020-01-01', to: '2020-01-02' })).toMatchObject({
      total: 0,
      cases: [],
    });
  });
});

describe('the event log', () => {
  const fetched = async (input: InputOf<typeof endpoints.chartLog>) =>
    (await portal.call('chartLog', input, analyst)).response;

  test('is XES with the filtered applications as pseudonyms', async () => {
    const response = await fetched({ format: 'xes', kind: 'public' });
    expect(response.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(response.headers['content-disposition']).toContain('event-log.xes');
    const filter = { kind: 'public' } as const;
    const recorded = await collect(applicationLog(portal.services, { named: false, filter }));
    expect(recorded).toHaveLength(histories.filter(({ kind }) => kind === 'public').length);
    expect(readXes(response.body)).toEqual(recorded);
    expect(response.body).not.toMatch(/VD-2026|someone/);
  });

  test('is available as CSV', async () => {
    const steps = histories.flatMap(({ entries }) => entries).length;
    const [head, ...lines] = (await fetched({ format: 'csv' })).body.trimEnd().split('\r\n');
    expect(head).toBe(
      'case:concept:name,case:kind,case:requester,case:state,case:thirdParty,concept:name,time:timestamp,org:resource,org:role,lifecycle:transition,revision,from,to,ground,answerDueAt',
    );
    expect(lines).toHaveLength(steps);
    expect(lines[0]).toContain(',application.file,2026-');
    // A pseudonym of digits, or such as 12e4567, would be read as a number.
    for (const line of lines) expect(line).toMatch(/^P-[0-9a-f]{16},/);
  });

  test('is CSV from which DuckDB computes the same figures', async () => {
    const file = join(folder, 'log.csv');
    await writeFile(file, (await fetched({ format: 'csv' })).body);
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const select = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS();
    try {
      // DuckDB recognises the times with their zone, and numbers.
      expect(
        await select(`select typeof("time:timestamp") as time, typeof(revision) as revision,
        "lifecycle:transition" as lifecycle, count(*)::int as events from read_csv('${file}')
        group by all`),
      ).toEqual([
        {
          time: 'TIMESTAMP WITH TIME ZONE',
          revision: 'BIGINT',
          lifecycle: 'complete',
          events: histories.flatMap(({ entries }) => entries).length,
        },
      ]);
      await connection.run(`create table move as
        select *, epoch_ms(time) - lag(epoch_ms(time)) over trace as waited from (
          select "case:concept:name" as name, "concept:name" as event, "time:timestamp" as time,
            revision, "from", "to", lead("concept:name") over trace as next
          from read_csv('${file}') window trace as (partition by name order by revision)
        ) where event <> 'decision.undo' and next is distinct from 'decision.undo'
          and "from" is distinct from "to"
        window trace as (partition by name order by revision)`);
      const stays = await select(`select "from" as state, count(*)::int as left,
        quantile_disc(waited, 0.5)::double as median, quantile_disc(waited, 0.9)::double as p90
        from move where "from" is not null group by all order by state`);
      const { states } = await portal.granted('chartFigures', {}, analyst);
      expect(stays).toEqual(
        states
          .filter(({ left }) => left > 0)
          .map(({ state, left, median, p90 }) => ({ state, left, median, p90 }))
          .toSorted((a, b) => (a.state < b.state ? -1 : 1)),
      );
    } finally {
      connection.closeSync();
    }
  });

  test('is in the audit log with its format and filter before it is sent', async () => {
    await fetched({ format: 'csv', kind: 'personal', from: '2026-02-01' });
    const entries = await rows(portal.services, 'audit_entry', { action: 'log.export' });
    expect(entries.toSorted((a, b) => a.seq - b.seq).at(-1)).toMatchObject({
      action: 'log.export',
      actor: 'analyst@example.eu',
      application_number: null,
      detail: 'csv from=2026-02-01 kind=personal',
    });
  });

  test('has two formats, and is for staff only', async () => {
    const { code, data } = await portal.call('chartLog', { format: 'json' as 'xes' }, analyst);
    expect([code, data]).toMatchObject([codes.invalid, { fields: [{ field: 'format' }] }]);
    const { code: forStaff } = await portal.call('chartLog', { format: 'xes' });
    expect(forStaff).toBe(codes.signedOut);
  });
});
