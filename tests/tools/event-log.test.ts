import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readXes } from '#lib/event-log/read-xes.ts';
import { applicationLog } from '#server/insight/event-log.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { runHere } from '#tests/server/run-tool.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

const portal = portalOfFile(() => startSeededPortal());
let folder: string;
let numbers: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'logs-'));
  numbers = [];
  for (const stage of ['approved', 'informationRequired', 'submitted'] as const)
    numbers.push((await portal.applicationAt(stage)).number);
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => runHere(portal, 'event-log', args);
const place = (name: string) => join(folder, name);

describe('the histories as a log', () => {
  test('come back from XES as they are, and the machine takes all of them', async () => {
    expect(await run('--to', place('all.xes'))).toEqual({
      status: 0,
      stdout: `${place('all.xes')}: 3 applications, 9 events\n`,
      stderr: '',
    });
    const recorded = [];
    for await (const one of applicationLog(portal.services, { named: false })) recorded.push(one);
    const read = [];
    for await (const one of readXes(createReadStream(place('all.xes'), 'utf8'))) read.push(one);
    expect(read).toEqual(recorded);
    const checked = await run('--check', place('all.xes'), '--json');
    expect(JSON.parse(checked.stdout)).toEqual({
      cases: 3,
      fitting: 3,
      unfinished: 2,
      events: 9,
      fitness: 1,
      deviations: [],
      first: [],
    });
    expect(checked.status).toBe(0);
  });

  test.each(['xes', 'csv', 'json'])(
    'name nobody in %s, unless that is asked for',
    async (format) => {
      const { db } = portal.services.store;
      const accounts = await db.selectFrom('account').select(['id', 'email']).execute();
      const names = [...numbers, ...accounts.flatMap(({ id, email }) => [id, email])];
      await run('--to', place(`hidden.${format}`));
      const hidden = readFileSync(place(`hidden.${format}`), 'utf8');
      expect(names.filter((name) => hidden.includes(name))).toEqual([]);
      // What somebody wrote is in no log at all.
      expect(hidden).not.toContain('Which');
      await run('--to', place(`named.${format}`), '--names');
      const named = readFileSync(place(`named.${format}`), 'utf8');
      expect(numbers.filter((number) => !named.includes(number))).toEqual([]);
      expect(accounts.filter(({ email }) => named.includes(email))).toEqual([]);
    },
  );

  test('are written over no file, and nothing half-written is left', async () => {
    writeFileSync(place('mine.json'), 'mine');
    const refused = await run('--to', place('mine.json'));
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('EEXIST');
    expect(readFileSync(place('mine.json'), 'utf8')).toBe('mine');
  });
});

describe('somebody else’s log', () => {
  const csv = [
    'Case,Step,Time,Agent,Part',
    'good,Submit,2026-01-01T00:00:00Z,anna,customer',
    'good,Begin,2026-01-02T00:00:00Z,ben,agent',
    'good,Confirm,2026-01-03T00:00:00Z,ben,agent',
    'hasty,Submit,2026-01-01T00:00:00Z,cleo,customer',
    'hasty,Confirm,2026-01-02T00:00:00Z,ben,agent',
    'hasty,Begin,2026-01-03T00:00:00Z,ben,agent',
    'own,Submit,2026-01-01T00:00:00Z,ben,customer',
    'own,Begin,2026-01-02T00:00:00Z,ben,agent',
    'odd,Submit,2026-01-01T00:00:00Z,dora,customer',
    'odd,Archive,2026-01-02T00:00:00Z,ben,agent',
  ].join('\n');
  const columns = ['--case', 'Case', '--activity', 'Step', '--time', 'Time'];
  const people = ['--resource', 'Agent', '--role', 'Part'];

  test('is told by fitness and deviations, with a case to look at', async () => {
    writeFileSync(place('theirs.csv'), csv);
    writeFileSync(
      place('names.json'),
      JSON.stringify({
        activities: {
          Submit: 'application.file',
          Begin: 'review.start',
          Confirm: 'qualification.pass',
        },
        roles: { customer: 'requester', agent: 'reviewer' },
      }),
    );
    const args = ['--check', place('theirs.csv'), ...columns, ...people];
    const checked = await run(...args, '--map', place('names.json'));
    expect(checked).toEqual({
      status: 1,
      stdout: [
        '4 cases, 1 of them without a deviation, 4 not ended; 10 events',
        'fitness 0.7000: the share of the events that the machine takes',
        '  1 × Confirm in qualification.submitted: event, as in hasty',
        '  1 × Begin in qualification.submitted: isOthers, as in own',
        '  1 × Archive in qualification.submitted: unknown, as in odd',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  test.each([
    [['--check', 'missing.xes'], 'ENOENT'],
    [['--check', 'theirs.csv'], 'a log in CSV needs --case, --activity and --time'],
    [['--to', 'log.xml'], '--to log.xml: the name ends with .xes, .csv, .json or .sqlite'],
    [['--colour'], "Unknown option '--colour'"],
  ])('%j is refused in words', async (args, words) => {
    const refused = await run(...args);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(words);
    expect(refused.stderr).toContain('See --help.');
  });
});
