import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { applicationLog } from '#server/figures/event-log.ts';
import { collect, readXes } from '#tests/lib/event-log/read-xes.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { runHere } from '#tests/server/run-tool.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import { temporaryFolder } from '#tests/temporary-folder.ts';

const portal = portalOfFile(() => startSeededPortal());
const folder = temporaryFolder('logs');
let numbers: string[];
beforeAll(async () => {
  numbers = [];
  for (const stage of ['approved', 'informationRequired', 'submitted'] as const)
    numbers.push((await portal.applicationAt(stage)).number);
});

const run = (...args: string[]) => runHere(portal, 'event-log', args);
const place = (name: string) => join(folder, name);

describe('the event log', () => {
  test('is written as XES', async () => {
    expect(await run('--to', place('all.xes'))).toEqual({
      status: 0,
      stdout: `${place('all.xes')}: 3 applications, 9 events\n`,
      stderr: '',
    });
    const recorded = await collect(applicationLog(portal.services, { named: false }));
    expect(readXes(readFileSync(place('all.xes'), 'utf8'))).toEqual(recorded);
  });

  test.each(['xes', 'csv'])('contains no names in %s, unless requested', async (format) => {
    const { db } = portal.services.store;
    const accounts = await db.selectFrom('account').select(['id', 'email']).execute();
    const names = [...numbers, ...accounts.flatMap(({ id, email }) => [id, email])];
    await run('--to', place(`hidden.${format}`));
    const hidden = readFileSync(place(`hidden.${format}`), 'utf8');
    expect(names.filter((name) => hidden.includes(name))).toEqual([]);
    // No log contains texts of users.
    expect(hidden).not.toContain('Which');
    await run('--to', place(`named.${format}`), '--names');
    const named = readFileSync(place(`named.${format}`), 'utf8');
    expect(numbers.filter((number) => !named.includes(number))).toEqual([]);
    expect(accounts.filter(({ email }) => named.includes(email))).toEqual([]);
  });

  test('does not overwrite an existing file', async () => {
    writeFileSync(place('mine.csv'), 'mine');
    const refused = await run('--to', place('mine.csv'));
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('EEXIST');
    expect(readFileSync(place('mine.csv'), 'utf8')).toBe('mine');
  });
});

test.each([
  [['--to', 'log.xml'], '--to log.xml: the name must end with .xes or .csv'],
  [['--colour'], "Unknown option '--colour'"],
])('%j is rejected with a message', async (args, words) => {
  const refused = await run(...args);
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain(words);
  expect(refused.stderr).toContain('See --help.');
});
