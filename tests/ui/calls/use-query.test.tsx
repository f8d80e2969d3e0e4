import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { call } from '#ui/calls/call.ts';
import { queryClient } from '#ui/calls/query-client.ts';
import { beginSession, endSession } from '#ui/calls/session.ts';
import { queryOf, useQuery } from '#ui/calls/use-query.ts';
import * as messages from '#ui/messages/messages.ts';

const fetched = vi.fn<(url: string, options: RequestInit) => Promise<Response>>();
const headerOf = (options: RequestInit | undefined, name: string) =>
  new Headers(options?.headers).get(name);
const answer = (data: unknown, code = 200) =>
  Promise.resolve(Response.json({ code, message: 'Told.', data }));
const wrapper = ({ children }: { children: ReactNode }) => (
  <I18nProvider i18n={i18n}>{children}</I18nProvider>
);
const open = (options: { cache?: boolean; silent?: boolean } = { silent: true }) =>
  renderHook(() => useQuery('deskViews', {}, options), { wrapper });
type View = ReturnType<typeof open>;
const dataOf = ({ result }: View) => result.current.data as unknown;
const shows = (view: View, data: unknown) => waitFor(() => expect(dataOf(view)).toEqual(data));

const prefetch = (name: 'deskViews' | 'deskMails') =>
  void queryClient.prefetchQuery({ ...queryOf(name, {}), gcTime: 10_000 });

let sessions = 0;
beforeEach(() => {
  vi.stubGlobal('fetch', fetched.mockReset());
  fetched.mockImplementation(() => answer([]));
  beginSession(`token-${sessions++}`);
});

test('a response is stale after ten seconds', async () => {
  const first = open();
  await shows(first, []);
  const start = Date.now();
  vi.setSystemTime(start + 9_999);
  open();
  expect(fetched).toHaveBeenCalledOnce();
  vi.setSystemTime(start + 10_000);
  open();
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
});

test('a response is dropped with its last observer, unless it is cached for the visit', async () => {
  const views = [open(), open()];
  for (const view of views) await shows(view, []);
  const names = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[0]);
  const options = renderHook(() => useQuery('options', {}, { cache: true }), { wrapper });
  await waitFor(() => expect(options.result.current.data).toEqual([]));
  options.unmount();
  for (const view of views) {
    expect(names()).toEqual(['deskViews', 'options']);
    view.unmount();
  }
  await waitFor(() => expect(names()).toEqual(['options']));
});

test('a changing call reloads shown queries and drops the others', async () => {
  prefetch('deskMails');
  renderHook(() => useQuery('options', {}, { cache: true }), { wrapper }).unmount();
  const view = open();
  await shows(view, []);
  fetched.mockImplementation(() => answer(['new']));
  let settled: Promise<unknown> = Promise.resolve();
  act(() => {
    settled = call('deskViewForget', { name: 'old' });
  });
  expect(dataOf(view)).toEqual([]);
  // A call settles once the page shows its changes.
  await act(() => settled);
  expect(dataOf(view)).toEqual(['new']);
  expect(queryClient.getQueryCache().findAll({ queryKey: ['deskMails'] })).toEqual([]);
});

test('a changing call that fails reloads shown queries, too', async () => {
  const view = open();
  await shows(view, []);
  fetched.mockImplementationOnce(() => answer(null, 409)).mockImplementation(() => answer(['new']));
  const forget = call('deskViewForget', { name: 'old' }, { silent: true });
  await expect(forget).rejects.toThrow('Told.');
  await shows(view, ['new']);
});

test('only the first call of a query extends the session', async () => {
  const view = open();
  await shows(view, []);
  await act(() => call('deskViewForget', { name: 'old' }));
  act(() => view.result.current.reload());
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(4));
  const marks = fetched.mock.calls.map(([, options]) => headerOf(options, 'unattended'));
  expect(marks).toEqual([null, null, '1', '1']);
});

test('without an input there is no response, not even the previous one', async () => {
  const input = (isAsked: boolean) => (isAsked ? {} : null);
  const view = renderHook((isAsked: boolean) => useQuery('deskViews', input(isAsked)), {
    wrapper,
    initialProps: true,
  });
  await waitFor(() => expect(view.result.current.data).toEqual([]));
  view.rerender(false);
  expect(view.result.current).toMatchObject({ data: undefined, isLoading: false });
});

test('an identical call in progress is not sent again', async () => {
  const forget = () => call('deskViewForget', { name: 'old' });
  const sent = () => fetched.mock.calls.filter(([url]) => url.endsWith('/forget'));
  await Promise.all([forget(), forget(), call('deskViewForget', { name: 'other' })]);
  expect(sent()).toHaveLength(2);
  await forget();
  expect(sent()).toHaveLength(3);
});

test('a failed reload keeps the last response', async () => {
  const view = open();
  await shows(view, []);
  fetched.mockImplementation(() => Promise.reject(new TypeError('cut')));
  act(() => view.result.current.reload());
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(view.result.current).toMatchObject({ data: [], isFailed: false });
});

test('a query that failed stays failed while it is repeated', async () => {
  fetched.mockImplementationOnce(() => answer(null, codes.internal));
  const view = open();
  await waitFor(() => expect(view.result.current.isFailed).toBe(true));
  const { promise, resolve } = Promise.withResolvers<Response>();
  fetched.mockImplementation(() => promise);
  act(() => view.result.current.reload());
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
  expect(view.result.current.isFailed).toBe(true);
  await act(async () => resolve(await answer([])));
  await shows(view, []);
  expect(view.result.current.isFailed).toBe(false);
});

test('an error is shown once, unless all observers are silent', async () => {
  const showMessage = vi.spyOn(messages, 'showMessage');
  fetched.mockImplementation(() => answer(null, 404));
  const quiet = open();
  await waitFor(() => expect(quiet.result.current.isMissing).toBe(true));
  expect(showMessage).not.toHaveBeenCalled();
  open({});
  await waitFor(() =>
    expect(showMessage.mock.calls).toEqual([[{ kind: 'error', text: 'Told.', call: 'deskViews' }]]),
  );
  showMessage.mockRestore();
});

test.each([true, false])(
  'responses of another account are never shown (cache: %s)',
  async (cache) => {
    const waiting: (() => void)[] = [];
    fetched.mockImplementation((_, options) => {
      const response = Response.json({ code: 200, data: { of: headerOf(options, 'login-token') } });
      return new Promise((resolve) => waiting.push(() => resolve(response)));
    });
    const isAnswered = async (view: View, of: string) => {
      await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
      for (const each of waiting.splice(0)) each();
      await shows(view, { of });
    };
    act(() => beginSession(`anna-${cache}`));
    const view = open({ cache, silent: true });
    await isAnswered(view, `anna-${cache}`);
    act(() => beginSession(`boris-${cache}`));
    view.rerender();
    expect(view.result.current).toMatchObject({ data: undefined, isLoading: true });
    await isAnswered(view, `boris-${cache}`);
    // Nor is an answer that arrives after the page was left.
    view.unmount();
    act(() => beginSession(`clara-${cache}`));
    const next = open({ cache, silent: true });
    expect(next.result.current.data).toBeUndefined();
    await isAnswered(next, `clara-${cache}`);
    expect(i18n.locale).toBe('en');
    act(() => i18n.activate('de'));
    expect(next.result.current).toMatchObject({
      data: { of: `clara-${cache}` },
      isLoading: true,
    });
    act(() => i18n.activate('en'));
  },
);

test.each(['loggedOut', 'expired'] as const)(
  'the end of a session (%s) clears the cached responses of all tabs',
  async (ending) => {
    await shows(open({ cache: true }), []);
    act(() => endSession(ending));
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    beginSession('another');
    prefetch('deskViews');
    const other = new BroadcastChannel('session');
    other.postMessage({ ending });
    await waitFor(() => expect(queryClient.getQueryCache().getAll()).toEqual([]));
    other.close();
  },
);
