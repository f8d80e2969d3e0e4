import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '#ui/calls/call.ts';
import { observe, queryState, reload } from '#ui/calls/query-cache.ts';
import * as messages from '#ui/messages/messages.ts';

const fetched = vi.fn<(url: string) => Promise<Response>>();
const answer = (data: unknown, code = 200) =>
  Promise.resolve(Response.json({ code, message: 'Told.', data }));
const views = { name: 'deskViews', input: {}, cached: false } as const;
/** Calls that were made have left by then. */
const allCallsOut = () => new Promise(setImmediate);
let ends: (() => void)[] = [];
const watch = (key: string, query: Parameters<typeof observe>[1] = views, silent = true) => {
  const changed = vi.fn();
  ends.push(observe(key, query, { changed, silent }));
  return changed;
};

beforeEach(() => {
  vi.stubGlobal('fetch', fetched.mockReset());
  vi.stubGlobal('location', { protocol: 'https:' });
  fetched.mockImplementation(() => answer([]));
});
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  vi.unstubAllGlobals();
});

test('who asks the same shares one call, and its answer', async () => {
  fetched.mockImplementation(() => answer(['one']));
  const [first, second] = [watch('shared'), watch('shared')];
  await vi.waitFor(() => expect(second).toHaveBeenCalled());
  const third = watch('shared');
  expect(queryState('shared').data).toEqual(['one']);
  expect(first).toHaveBeenCalledOnce();
  await allCallsOut();
  expect(third).not.toHaveBeenCalled();
  expect(fetched).toHaveBeenCalledOnce();
});

test('an answer of ten seconds ago is asked for again by who comes then', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
  const first = watch('old');
  await vi.waitFor(() => expect(first).toHaveBeenCalledOnce());
  now.mockReturnValue(1_009_999);
  watch('old');
  await allCallsOut();
  expect(fetched).toHaveBeenCalledOnce();
  now.mockReturnValue(1_010_000);
  watch('old');
  await vi.waitFor(() => expect(first).toHaveBeenCalledTimes(2));
  expect(fetched).toHaveBeenCalledTimes(2);
  now.mockRestore();
});

test('who stays keeps the answer when another leaves', async () => {
  const [first] = [watch('stays'), watch('stays')];
  await vi.waitFor(() => expect(first).toHaveBeenCalledOnce());
  ends.pop()?.();
  expect(queryState('stays').data).toEqual([]);
});

test('an answer goes with its last observer, unless it serves the visit', async () => {
  const changed = watch('left');
  const kept = watch('kept', { ...views, cached: true });
  await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  await vi.waitFor(() => expect(kept).toHaveBeenCalled());
  for (const end of ends) end();
  expect(queryState('left')).toEqual({});
  expect(queryState('kept').data).toEqual([]);
  watch('kept', { ...views, cached: true });
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('what a call changed is asked for again, and stays meanwhile', async () => {
  const changed = watch('list');
  await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce());
  fetched.mockImplementation(() => answer(['new']));
  const forgotten = call('deskViewForget', { name: 'old' });
  expect(queryState('list').data).toEqual([]);
  // A call settles once the page shows what it changed.
  await forgotten;
  expect(queryState('list').data).toEqual(['new']);
});

test('a call that is in progress is not made again, one that has settled is', async () => {
  const forget = () => call('deskViewForget', { name: 'old' });
  const sent = () => fetched.mock.calls.filter(([url]) => url.endsWith('/forget'));
  await Promise.all([forget(), forget(), call('deskViewForget', { name: 'other' })]);
  expect(sent()).toHaveLength(2);
  await forget();
  expect(sent()).toHaveLength(3);
});

test('also what a refused call would have changed: somebody else may have', async () => {
  const changed = watch('refused');
  await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce());
  fetched.mockImplementationOnce(() => answer(null, 409)).mockImplementation(() => answer(['new']));
  const forget = call('deskViewForget', { name: 'old' }, { silent: true });
  await expect(forget).rejects.toThrow('Told.');
  await vi.waitFor(() => expect(queryState('refused').data).toEqual(['new']));
});

test('a failed reload leaves what is there', async () => {
  const changed = watch('failing');
  await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce());
  fetched.mockImplementation(() => Promise.reject(new TypeError('cut')));
  reload('failing');
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
  expect(queryState('failing')).toMatchObject({ data: [], error: expect.any(Error) });
});

test('a refusal is told where one of those who ask would tell it, and once', async () => {
  const told = vi.spyOn(messages, 'showMessage');
  fetched.mockImplementation(() => answer(null, 404));
  const quiet = watch('quiet');
  await vi.waitFor(() => expect(quiet).toHaveBeenCalledOnce());
  expect(told).not.toHaveBeenCalled();
  watch('both');
  watch('both', views, false);
  const last = watch('both');
  await vi.waitFor(() => expect(last).toHaveBeenCalledOnce());
  expect(told.mock.calls).toEqual([[{ kind: 'error', text: 'Told.' }]]);
  told.mockRestore();
});
