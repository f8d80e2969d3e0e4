import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { languageOf } from '#server/platform/http/route.ts';
import { expectRefusal } from '#tests/server/expect-code.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { contents, startSeededPortal } from '#tests/server/seeded-portal.ts';

const inside = /\.ts:\d|node_modules|node:internal|Error:/;

const portal = portalOfFile(startSeededPortal);

const file = endpoints.file.path;
const oddAddresses: [string, string][] = [
  ['a query that is no UTF-8', `${file}?fileId=%ff`],
  ['a NUL in a query', `${file}?fileId=%00`],
  ['a query that breaks off', `${file}?fileId=%`],
  ['a long query', `${file}?fileId=${'0'.repeat(15_000)}`],
  ['a query of lists and prototypes', `${file}?fileId[]=a&fileId[__proto__]=b&__proto__=c`],
  ['a query named like a method of objects', `${file}?constructor=a&hasOwnProperty=b`],
  ['a parameter with two values', `${file}?fileId=a&fileId=b`],
  ['a NUL in a path', '/server/%00'],
  ['a path that is no UTF-8', '/server/%c0%ae%c0%ae/'],
  ['a path that climbs', '/server/uc-client/../../etc/passwd'],
  ['a path that ends in a slash', '/server/uc-client/auth/login/'],
  ['a path with empty parts', '//server//uc-client//auth/login'],
  ['a path with parameters', '/server/uc-client/auth/login;a=b'],
];

test.each(oddAddresses)('%s is rejected for all methods', async (_, url) => {
  const rows = await contents(portal);
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const) {
    const headers = { [LOGIN_HEADER]: portal.tokens.owner };
    const response = await portal.app.inject({ method, url, headers });
    expectRefusal(response);
    expect(response.body).not.toMatch(inside);
    expect(Object.keys(response.json())).toEqual(['code', 'message', 'data']);
  }
  expect(await contents(portal)).toEqual(rows);
});

test.each(Object.entries(endpoints) as [string, Endpoint][])(
  '%s rejects other methods and names its own in Allow',
  async (_, { method, path: url }) => {
    for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      if (other === method) continue;
      const response = await portal.app.inject({ method: other, url: `${url}?a=b` });
      expect(response.json()).toMatchObject({ code: codes.methodNotAllowed });
      expect(response.statusCode, response.body).toBe(405);
      expect(response.headers.allow).toContain(method);
    }
  },
);

const callsOfAnyone = (Object.entries(endpoints) as [string, Endpoint][]).filter(
  ([, { access, kind }]) => access === 'anyone' && kind === 'json',
);
test.each(callsOfAnyone)(
  '%s is rejected in formats that another site can send without a preflight',
  async (_, { path: url, example }) => {
    const before = await contents(portal);
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
    for (const type of ['text/plain', ...forms, '']) {
      const headers = type === '' ? {} : { 'content-type': type };
      const payload = JSON.stringify(example);
      expectRefusal(await portal.app.inject({ method: 'POST', url, headers, payload }));
    }
    expect(await contents(portal)).toEqual(before);
  },
);

test('an unknown call gets 404 in the reader’s language', {
  tags: ['7-envelope'],
}, async () => {
  const url = '/server/uc-client/auth/nothing';
  const response = await portal.app.inject({ url, headers: { 'accept-language': 'fr' } });
  expect(response.statusCode, response.body).toBe(404);
  expect(response.json()).toEqual({
    code: codes.notFound,
    message: 'Ce que vous cherchez n’existe pas.',
    data: null,
  });
});

test.each(['{"email":', '', 'null null'])(
  'a body that is not JSON is rejected as malformed: %j',
  async (payload) => {
    const headers = { 'content-type': 'application/json' };
    const { path: url } = endpoints.sendCaptcha;
    const response = await portal.app.inject({ url, method: 'POST', headers, payload });
    expect(response.json()).toEqual({
      code: codes.invalid,
      message: 'The request is malformed: it is not valid JSON.',
      data: { malformed: true },
    });
  },
);

const oddHeaders: [string, Record<string, string>][] = [
  ['a long token', { [LOGIN_HEADER]: '\u00ff'.repeat(4000) }],
  ['a token that is SQL', { [LOGIN_HEADER]: "' or 1=1 --" }],
  ['a long list of languages', { 'accept-language': `${'en-GB;q=0.'.repeat(800)},,;;q=x` }],
  ['a language named like a prototype', { 'accept-language': '__proto__' }],
  ['a language named like a constructor', { 'accept-language': 'constructor;q=1' }],
  ['a strange charset', { 'content-type': 'application/json; charset=__proto__' }],
  ['a negative length', { 'content-length': '-1' }],
  ['an invalid Accept header', { accept: 'nonsense' }],
];

test.each(oddHeaders)('%s causes no internal error', async (_, headers) => {
  for (const [url, method] of [
    [endpoints.currentUser.path, 'GET'],
    [endpoints.greeting.path, 'GET'],
    [endpoints.login.path, 'POST'],
  ] as const) {
    const response = await portal.app.inject({ url, method, headers });
    expect(response.body).not.toMatch(inside);
    if (url === endpoints.greeting.path && response.statusCode === 200)
      expect(response.json().message).toBe('OK');
    else expectRefusal(response);
  }
});

test.each([
  ['en-GB', 'en'],
  ['en-US', 'en'],
  ['zh-CN', 'zh'],
  ['pt-BR', 'pt'],
  ['de-AT, fr;q=0.9, en;q=0.8', 'fr'],
  ['de', 'en'],
  [undefined, 'en'],
])('Accept-Language %s selects %s', { tags: ['1-languages'] }, (asked, language) => {
  expect(languageOf({ headers: { 'accept-language': asked } })).toBe(language);
});
