import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { beginSession } from '#ui/calls/session.ts';
import { useQuery } from '#ui/calls/use-query.ts';

const fetched = vi.fn<(url: string, options: RequestInit) => Promise<Response>>();
const tokenOf = (options: RequestInit) => new Headers(options.headers).get('login-token');
const wrapper = ({ children }: { children: ReactNode }) => (
  <I18nProvider i18n={i18n}>{children}</I18nProvider>
);
const open = (cache: boolean) =>
  renderHook(() => useQuery('language', {}, { cache, silent: true }), { wrapper });

/** Calls that wait for their answer. */
let waiting: (() => void)[] = [];

beforeEach(() => {
  waiting = [];
  vi.stubGlobal('fetch', fetched.mockReset());
  fetched.mockImplementation((_, options) => {
    const answer = Response.json({ code: 200, message: 'OK', data: { of: tokenOf(options) } });
    return new Promise((resolve) => waiting.push(() => resolve(answer)));
  });
});

const isAnswered = async (view: ReturnType<typeof open>, of: string) => {
  await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
  for (const answer of waiting.splice(0)) answer();
  await waitFor(() => expect(view.result.current.data).toEqual({ of }));
};

test.each([true, false])(
  'a new account is shown nothing of the last one’s (cache: %s)',
  async (cache) => {
    act(() => beginSession(`anna-${cache}`));
    const view = open(cache);
    await isAnswered(view, `anna-${cache}`);
    act(() => beginSession(`boris-${cache}`));
    view.rerender();
    expect(view.result.current).toMatchObject({ data: undefined, isLoading: true });
    await isAnswered(view, `boris-${cache}`);
    // Nor one that comes to a page that was left.
    view.unmount();
    act(() => beginSession(`clara-${cache}`));
    const next = open(cache);
    expect(next.result.current.data).toBeUndefined();
    await isAnswered(next, `clara-${cache}`);
  },
);

test('the same account sees the last answer while another language is awaited', async () => {
  beginSession('dora');
  const view = open(false);
  await isAnswered(view, 'dora');
  act(() => i18n.activate('de'));
  expect(view.result.current).toMatchObject({ data: { of: 'dora' }, isLoading: true });
});
