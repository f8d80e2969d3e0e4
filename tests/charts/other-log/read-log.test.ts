import { afterEach, expect, test, vi } from 'vitest';
import { checkLog, readLog } from '#charts/other-log/read-log.ts';
import { logLimits } from '#contract/limits.ts';

const columns = { case: 'case', activity: 'activity', time: 'time' };
const names = { activities: {}, roles: {} };
const row = (number: number) => `${number},application.file,2026-01-01T00:00:00Z\n`;
const logOf = (rows: string) => new File(['case,activity,time\n', rows], 'log.csv');
const fourCases = logOf([1, 2, 3, 4].map(row).join(''));
const { signal } = new AbortController();

/** Every look at the clock is so many ms after the last. */
function passing(ms: number) {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += ms;
    return now;
  });
}
afterEach(() => {
  vi.mocked(performance.now).mockRestore?.();
});

test('a replay says the share of the cases that it has done, whenever the page had its turn', async () => {
  const log = await readLog(fourCases, columns, { signal });
  passing(1000);
  const shares: number[] = [];
  await checkLog(log, names, { signal, onProgress: (share) => shares.push(share) });
  expect(shares).toEqual([0, 0.25, 0.5, 0.75]);
});

test('a replay that takes no time leaves the page alone', async () => {
  const log = await readLog(fourCases, columns, { signal });
  passing(1);
  const onProgress = vi.fn();
  await checkLog(log, names, { signal, onProgress });
  expect(onProgress).not.toHaveBeenCalled();
});

test('a replay that is no longer wanted ends', async () => {
  const log = await readLog(fourCases, columns, { signal });
  passing(1000);
  const stopped = AbortSignal.abort(new Error('Another file'));
  await expect(checkLog(log, names, { signal: stopped })).rejects.toThrow('Another file');
});

test('a long file says how much of it is read, up to the whole', async () => {
  const piece = 256 * 1024;
  const long = logOf(row(1).repeat(Math.ceil((1.5 * piece) / row(1).length)));
  const shares: number[] = [];
  await readLog(long, columns, { signal, onProgress: (share) => shares.push(share) });
  expect(shares).toEqual([piece / long.size, 1]);
});

test('a log of more events than the limit is refused', async () => {
  const limit = vi.spyOn(logLimits, 'maxEvents', 'get').mockReturnValue(3 as never);
  await expect(readLog(fourCases, columns, { signal })).rejects.toMatchObject({ of: 'events' });
  limit.mockReturnValue(4 as never);
  expect((await readLog(fourCases, columns, { signal })).cases).toHaveLength(4);
  limit.mockRestore();
});
