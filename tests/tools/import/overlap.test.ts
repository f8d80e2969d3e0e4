import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Overlap } from '#tools/import/overlap.ts';
import { importPlace } from './import-run.ts';

interface Row {
  at: number;
  values: (number | null)[];
}

async function* batches(rows: readonly Row[]) {
  for (let start = 0; start < rows.length; start += 3) yield rows.slice(start, start + 3);
}

const value = fc.option(fc.integer({ min: 0, max: 1 }));
const row = fc.record({ at: fc.integer({ min: 0, max: 12 }), values: fc.tuple(value, value) });
const series = fc
  .array(row, { maxLength: 10 })
  .map((rows) => rows.toSorted((a, b) => a.at - b.at) as Row[]);

const valuesAt = (rows: readonly Row[], at: number, signal: number) =>
  rows.filter((one) => one.at === at).flatMap(({ values }) => values[signal] ?? []);

test('values are removed if the same values are stored for their instant and signal', () =>
  fc.assert(
    fc.asyncProperty(series, series, async (stored, own) => {
      const overlap = new Overlap();
      const rest: Row[] = [];
      for await (const { at, values } of overlap.remove(batches(stored), batches(own), 2))
        rest.push({ at, values: [...values] as Row['values'] });
      const expected = { same: 0, different: 0, firstDifferent: null as number | null };
      for (let at = 0; at <= 12; at++)
        for (const signal of [0, 1]) {
          const [before, now] = [valuesAt(stored, at, signal), valuesAt(own, at, signal)];
          const isShared = before.length > 0 && now.length > 0;
          const isSame = isShared && String(before) === String(now);
          if (isSame) expected.same += now.length;
          else if (isShared) {
            expected.different += now.length;
            expected.firstDifferent ??= at;
          }
          expect(valuesAt(rest, at, signal)).toEqual(isSame ? [] : now);
        }
      expect(overlap).toMatchObject(expected);
    }),
    { numRuns: 500 },
  ));

const SPEED = 'Vehicle.Speed';
const GEAR = 'Vehicle.Powertrain.Transmission.CurrentGear';
const place = importPlace();

const csv = (...rows: string[]) =>
  [`Instant,${SPEED},${GEAR}`, ...rows.map((one) => `2026-01-01T00:00:0${one}`)].join('\n');

test('values that are already stored are counted and not stored again', async () => {
  const { run, written } = place;
  await run('--file', await written('first.csv', csv('0Z,1,1', '1Z,2,', '2Z,3,1')));
  const second = await written('second.csv', csv('1Z,2,1', '2Z,3,1', '3Z,4,1'));
  const { stdout, stderr } = await run('--file', second);
  expect(stderr).toBe('');
  expect(stdout).toContain('second.csv: 2 rows from 2026-01-01T00:00:01.000Z');
  expect(stdout).toContain(', 3 values stored before left out: ');
  expect((await run('--file', second)).stdout).toContain('imported before with 2 rows');
  const whole = await written('whole.csv', csv('0Z,1,1', '1Z,2,1', '2Z,3,1', '3Z,4,1'));
  expect((await run('--file', whole)).stdout).toContain('0 rows from');
  expect((await run('--undo', '--file', whole)).stdout).toContain('import of 0 rows undone');
  const other = await written('other.csv', csv('1Z,2,1', '2Z,9,0', '3Z,5,1'));
  expect((await run('--file', other)).stderr).toContain(
    'of which 3 differ, starting at 2026-01-01T00:00:02.000Z (see --undo, --replace)',
  );
});
