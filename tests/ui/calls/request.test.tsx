import { renderHook } from '@testing-library/react';
import Cookies from 'js-cookie';
import { beforeEach, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { NOW } from '#tests/components/open-page.tsx';
import { handleFreshFactor, send } from '#ui/calls/call.ts';
import { ApiError } from '#ui/calls/call-types.ts';
import { download, fileName, saveFile } from '#ui/calls/download.ts';
import { beginSession, endSession, loginToken } from '#ui/calls/session.ts';
import { useMessages } from '#ui/messages/messages.ts';

const fetched = vi.fn<(url: string, options: RequestInit) => Promise<Response>>();
const answer = (code: number, message = 'Told.', data: unknown = null) =>
  Promise.resolve(Response.json({ code, message, data }));
const messages = () => renderHook(useMessages).result.current.map(({ kind, text }) => [kind, text]);

beforeEach(() => {
  vi.stubGlobal('fetch', fetched.mockReset());
  beginSession('a-token');
});

test('reading calls have no body, changing calls do, and both send the token', async () => {
  fetched.mockImplementation(() => answer(200, 'OK', { fine: true }));
  expect(await send('language', {})).toEqual({
    fine: true,
  });
  await send('logout', {});
  const [read, changed] = fetched.mock.calls;
  expect(read?.[1].body).toBeUndefined();
  expect([read?.[1].method, changed?.[1].method]).toEqual(['GET', 'POST']);
  expect(changed?.[1].body).toBe('{}');
  for (const [, options] of fetched.mock.calls) {
    const headers = new Headers(options.headers);
    expect([headers.get('login-token'), headers.get('accept-language')]).toEqual(['a-token', 'en']);
    expect(headers.get('unattended')).toBeNull();
  }
});

test('an error is thrown with its data and shown', async () => {
  fetched.mockImplementation(() => answer(409, 'It has ended.', { fields: [] }));
  const refusal = await send('logout', {}).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({ code: 409, message: 'It has ended.', data: { fields: [] } });
  expect(messages()).toEqual([['error', 'It has ended.']]);
});

test.each([[{ silent: true }], [{ signal: AbortSignal.abort() }]])(
  'an error is not shown with %j',
  async (options) => {
    fetched.mockImplementation(() => answer(409, 'It has ended.'));
    await expect(send('logout', {}, options)).rejects.toBeInstanceOf(ApiError);
    expect(messages()).toEqual([]);
  },
);

test.each([
  ['the server is unavailable', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['another program answers', () => Promise.resolve(new Response('<html>'))],
])('%s: the message is a network error in the reader’s language', async (_, answered) => {
  fetched.mockImplementation(answered);
  await expect(send('logout', {})).rejects.toMatchObject({ code: 0, message: 'Network error' });
  expect(messages()).toEqual([['error', 'Network error']]);
  expect(fetched).toHaveBeenCalledOnce();
  fetched.mockImplementation(() => answer(200));
  await send('language', {});
  expect(messages()).toEqual([['error', 'Network error']]);
  // A success of the same call removes its error.
  await send('logout', {});
  expect(messages()).toEqual([]);
});

test('calls that need a fresh factor wait for one dialog and continue', async () => {
  let isGiven = false;
  fetched.mockImplementation(() => answer(isGiven ? 200 : codes.freshFactorNeeded, 'OK', 'done'));
  const ask = vi.fn(async () => {
    isGiven = true;
    return true;
  });
  const end = handleFreshFactor(ask);
  expect(await Promise.all([send('logout', {}), send('extendSession', {})])).toEqual([
    'done',
    'done',
  ]);
  expect(ask).toHaveBeenCalledOnce();
  isGiven = false;
  end();
  await expect(send('logout', {})).rejects.toMatchObject({ code: codes.freshFactorNeeded });
  expect(ask).toHaveBeenCalledOnce();
});

test('a call fails if the fresh factor is not given', async () => {
  fetched.mockImplementation(() => answer(codes.freshFactorNeeded, 'Give it first.'));
  const end = handleFreshFactor(async () => false);
  await expect(send('logout', {})).rejects.toMatchObject({ message: 'Give it first.' });
  expect(fetched).toHaveBeenCalledOnce();
  end();
});

test('session cookies are same-site and expire', () => {
  Cookies.remove('session-id');
  const setCookie = vi.spyOn(Cookies, 'set');
  beginSession('another-token');
  const [[name, value, options] = []] = setCookie.mock.calls;
  expect([name, value]).toEqual(['login-token', 'another-token']);
  expect(options).toMatchObject({ sameSite: 'strict', secure: false });
  expect(loginToken()).toBe('another-token');
  endSession('expired');
  expect(loginToken()).toBeUndefined();
});

test('calls renew the visit’s cookie of 30 minutes', async () => {
  fetched.mockImplementation(() => answer(200));
  Cookies.remove('session-id');
  const setCookie = vi.spyOn(Cookies, 'set');
  await send('logout', {});
  await send('logout', {});
  const visits = setCookie.mock.calls.filter(([name]) => name === 'session-id');
  expect(visits).toHaveLength(2);
  expect(visits[0]?.[1]).toBe(visits[1]?.[1]);
  expect(visits[0]?.[1]).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  );
  expect(visits.map(([, , options]) => options?.expires)).toEqual(
    Array(2).fill(new Date(NOW + 30 * 60_000)),
  );
});

test.each([
  ['a call', () => send('currentUser', {}, { silent: true }).catch(() => {})],
  ['a file', () => download('file', { fileId: 'a'.repeat(32) })],
])('a late 401 for %s of an earlier session does not end the current one', async (_, begin) => {
  const late = Promise.withResolvers<void>();
  fetched.mockImplementation(() => late.promise.then(() => answer(401, 'Please sign in.')));
  const sent = begin();
  endSession('loggedOut');
  beginSession('a-new-token');
  late.resolve();
  await sent;
  expect(loginToken()).toBe('a-new-token');
  expect(messages()).toEqual([]);
});

test('a failed download shows a message and saves nothing', { tags: ['8-file'] }, async () => {
  fetched.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await download('file', { fileId: 'a'.repeat(32) })).toBe(false);
  expect(messages()).toEqual([['error', 'File acquisition error, refresh and try again']]);
});

test('a download sends its input in the query and shows errors', async () => {
  fetched.mockImplementation(() => answer(404, 'There is no decision.'));
  expect(await download('deskDecisionLetter', { applicationNumber: 'VD-1' })).toBe(false);
  expect(fetched.mock.calls[0]?.[0]).toMatch(/\?applicationNumber=VD-1$/);
  expect(messages()).toEqual([['error', 'There is no decision.']]);
});

test('a download’s object URL is revoked after a minute', () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const later = vi.spyOn(globalThis, 'setTimeout');
  saveFile(new Blob(['x']), 'x.txt');
  expect(click).toHaveBeenCalledOnce();
  expect(revoke).not.toHaveBeenCalled();
  const [free, delay] = later.mock.lastCall ?? [];
  expect(delay).toBe(60_000);
  free?.();
  expect(revoke).toHaveBeenCalledOnce();
  for (const spy of [click, revoke, later]) spy.mockRestore();
});

test.each([
  [`attachment; filename="r_port.xlsx"; filename*=UTF-8''r%C3%A9port.xlsx`, 'réport.xlsx'],
  ['attachment; filename="report.xls"', 'report.xls'],
  [null, 'download'],
])('the file name of %s is %s', { tags: ['7-file'] }, (header, name) => {
  expect(fileName(header)).toBe(name);
});
