import { beforeEach, expect, test, vi } from 'vitest';
import { cookieNames, LOGIN_HEADER } from '#contract/limits.ts';
import {
  FIRST_CALLS,
  type FirstCall,
  makeFirstCalls,
  takeFirstAnswer,
} from '#ui/calls/first-calls.ts';

const fetched = vi.fn<(url: string, options: RequestInit) => Promise<Response>>();
const mine = { language: 'fr', token: 'a-token' };
const queue: FirstCall = {
  name: 'deskQueue',
  method: 'POST',
  path: '/server/desk/queue',
  input: '{"page":1}',
};
const user: FirstCall = {
  name: 'currentUser',
  method: 'GET',
  path: '/server/uc-client/userInfo/currentUser',
  input: '{}',
};
const one: FirstCall = {
  name: 'deskApplication',
  method: 'POST',
  path: '/server/desk/application',
  input: '{"applicationNumber":"_"}',
};

/** A document as the server sends it to an address. */
function open(address: string, calls: readonly FirstCall[], token = 'a-token') {
  history.replaceState(null, '', address);
  const page = document.implementation.createHTMLDocument();
  const meta = page.createElement('meta');
  meta.name = FIRST_CALLS;
  meta.content = JSON.stringify(calls);
  page.head.append(meta);
  page.documentElement.lang = 'fr';
  const cookie = `a=b; ${token && `${cookieNames.login}=${token}`}`;
  makeFirstCalls({ cookie, documentElement: page.documentElement, head: page.head } as Document);
}

beforeEach(() => {
  // Files of tests share a process, which is older than a page.
  vi.spyOn(performance, 'now').mockReturnValue(1000);
  vi.stubGlobal('fetch', fetched.mockReset());
  fetched.mockImplementation((path) => Promise.resolve(new Response(`of ${path}`)));
});

test('the calls of a document leave as the account’s, each is taken once', async () => {
  open('/desk', [user, queue]);
  const [first, second] = fetched.mock.calls;
  expect([first?.[0], first?.[1].method, first?.[1].body]).toEqual([user.path, 'GET', undefined]);
  expect([second?.[0], second?.[1].method, second?.[1].body]).toEqual([
    queue.path,
    'POST',
    '{"page":1}',
  ]);
  for (const [, options] of fetched.mock.calls) {
    const headers = new Headers(options.headers);
    expect([headers.get(LOGIN_HEADER), headers.get('accept-language')]).toEqual(['a-token', 'fr']);
  }
  expect(await takeFirstAnswer('currentUser', {}, mine)).toBe(`of ${user.path}`);
  expect(await takeFirstAnswer('currentUser', {}, mine)).toBeNull();
  expect(await takeFirstAnswer('deskQueue', { page: 1 }, mine)).toBe(`of ${queue.path}`);
});

test.each(['/desk/applications/VD-1', '/desk/applications/VD-1/'])(
  'the last part of %s is what a call is about',
  async (address) => {
    open(address, [one]);
    expect(fetched.mock.calls[0]?.[1].body).toBe('{"applicationNumber":"VD-1"}');
    const asked = { applicationNumber: 'VD-1' };
    expect(await takeFirstAnswer('deskApplication', asked, mine)).toBe(`of ${one.path}`);
  },
);

test('an answer is for its account, language and input alone', async () => {
  open('/desk', [queue]);
  for (const other of [
    { ...mine, token: 'another' },
    { ...mine, language: 'en' },
  ])
    expect(await takeFirstAnswer('deskQueue', { page: 1 }, other)).toBeNull();
  expect(await takeFirstAnswer('deskQueue', { page: 2 }, mine)).toBeNull();
  expect(await takeFirstAnswer('deskQueue', { page: 1 }, mine)).not.toBeNull();
});

test('a refused call and one without an answer are made again by who needs them', async () => {
  fetched.mockImplementationOnce(() => Promise.resolve(new Response('', { status: 403 })));
  fetched.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')));
  open('/desk', [user, queue]);
  expect(await takeFirstAnswer('currentUser', {}, mine)).toBeNull();
  expect(await takeFirstAnswer('deskQueue', { page: 1 }, mine)).toBeNull();
});

test('an answer that has waited too long is none', async () => {
  open('/desk', [user]);
  vi.spyOn(performance, 'now').mockReturnValue(30_001);
  expect(await takeFirstAnswer('currentUser', {}, mine)).toBeNull();
});

test.each([
  ['nobody is signed in', '/desk', ''],
  ['the address asks for more than the document knows', '/desk?turn=all', 'a-token'],
])('nothing is asked where %s', (_, address, token) => {
  open(address, [user], token);
  expect(fetched).not.toHaveBeenCalled();
});
