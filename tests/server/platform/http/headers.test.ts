import { readdir, readFile, stat } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { LIVE_PATH, liveCalls } from '#contract/live/calls.ts';
import { demoRoutes } from '#demo/demonstration.ts';
import { checkInstallation } from '#server/applications/reports/installation.ts';
import { build } from '#server/build.ts';
import { ensureBuild } from '#server/site/ensure-build.ts';
import { pageRoutes } from '#server/site/page-routes.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

/** Directives of the content security policy; `style-src` has a nonce. */
const policy = [
  "base-uri 'none'",
  "connect-src 'self'",
  "default-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "script-src-attr 'none'",
];

/** Headers of every response against framing, type guessing and referrer leaks. */
const guarding = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), autoplay=(), browsing-topics=(), camera=(), display-capture=(), ' +
    'encrypted-media=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), ' +
    'midi=(), payment=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()',
};

/** Other routes, with their status and cache policy. */
const others: Record<string, string | undefined> = {
  ...Object.fromEntries(
    Object.values(liveCalls).map(({ path }) => [path.replace('{id}', ':id'), '401 no-store']),
  ),
  '/api/v1/*': '404 no-store',
  '/api/v1/openapi.json': '200 undefined',
  '/api/v1/problems': '200 undefined',
  '/*': '200 no-cache',
  '/assets/*': '200 public, max-age=31536000, immutable',
  '/.well-known/security.txt': '200 undefined',
  '/livez': '200 no-store',
  '/readyz': '200 no-store',
  '/metrics': '404 no-store',
  '/ingest/v1/samples': '404 no-store',
  '/mailbox': '200 no-store',
  '/mailbox.css': '200 undefined',
  '/mailbox.json': '200 no-store',
  ...documentation('/server/docs'),
  ...documentation('/server/docs/live'),
  '/server/openapi.json': '200 undefined',
};

function documentation(path: string): Record<string, string> {
  const files = ['swagger-initializer.js', 'theme/contrast.css'].map((file) => `/static/${file}`);
  const paths = ['', '/', '/json', '/yaml', ...files];
  return {
    ...Object.fromEntries(paths.map((each) => [path + each, '200 undefined'])),
    [`${path}/static/*`]: '200 public, max-age=0',
    [`${path}/static/index.html`]: '302 undefined',
  };
}

const calls = Object.entries(endpoints) as [EndpointName, Endpoint][];
const routes: { method: string; url: string }[] = [];

const portal = portalOfFile(startSeededPortal);
/** The server with the pages, as in `main`. */
let app: FastifyInstance;
beforeAll(async () => {
  await checkInstallation(portal.services.store, portal.services.config);
  await ensureBuild(() => {});
  app = await build(portal.services, async (extended, services) => {
    extended.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, url });
    });
    await demoRoutes(extended, services);
  });
  await app.register(pageRoutes, {
    contactMailbox: 'contact@example.eu',
    holderName: 'Example Motors',
    isDemonstration: true,
    hasLocalMailbox: true,
  });
  await app.ready();
});
afterAll(() => app.close());

test('an unsatisfiable range of a built file gets 416 with the size', async () => {
  const name = (await readdir('dist/assets')).find((one) => one.endsWith('.js')) ?? '';
  const { size } = await stat(`dist/assets/${name}`);
  const ask = (range: string) => app.inject({ url: `/assets/${name}`, headers: { range } });
  const beyond = await ask(`bytes=${size}-`);
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`]);
  expect((await ask('bytes=0-9')).statusCode).toBe(206);
});

/** @param isLive other origins may read */
function expectGuarded({ headers, body }: LightMyRequestResponse, isLive = false) {
  expect(headers).toMatchObject(guarding);
  const directives = String(headers['content-security-policy']).split(';');
  const [, nonce] = / nonce="([^"]+)"/.exec(body) ?? [];
  const styles = nonce ? `style-src 'nonce-${nonce}' 'self'` : "style-src 'self'";
  expect(directives.toSorted()).toEqual([...policy, styles]);
  if (!isLive) expect(headers).not.toHaveProperty('access-control-allow-origin');
  expect(headers).not.toHaveProperty('set-cookie');
}

function expectGuardedFile({ statusCode, headers }: LightMyRequestResponse) {
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-security-policy': "base-uri 'none';default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(headers).not.toHaveProperty('permissions-policy');
  expect(headers).not.toHaveProperty('access-control-allow-origin');
}

function expectUncached(response: LightMyRequestResponse) {
  expectGuarded(response);
  expect(response.headers['cache-control']).toBe('no-store');
}

const send = ({ method, path: url, kind, example }: Endpoint, token: string) =>
  app.inject({
    method,
    url,
    headers: { [LOGIN_HEADER]: token },
    ...(kind === 'query' ? { query: example as never } : { payload: example as object }),
  });

test('every route has a case here', () => {
  const paths = new Set(routes.map(({ url }) => url));
  const known = [...calls.map(([, { path }]) => path), ...Object.keys(others)];
  expect([...paths].toSorted()).toEqual(known.toSorted());
});

describe.each(calls)('%s', (name, endpoint) => {
  test('cannot be cached or framed and allows no foreign script', async () => {
    const { owner, stranger, reviewer } = portal.tokens;
    const isForStaff = /^\/server\/(desk|charts)\//.test(endpoint.path);
    const own = name === 'logout' ? stranger : owner;
    const taken = await send(endpoint, isForStaff ? reviewer : own);
    const rejected = await send(endpoint, 'unknown');
    for (const response of [taken, rejected]) {
      expectUncached(response);
      if (response.headers['content-disposition']) continue;
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });
});

test.each(Object.entries(others))(
  'the route %s has the expected headers',
  async (route, expected) => {
    const [asset = ''] = await readdir('dist/assets');
    const url = route
      .replace('/assets/*', `/assets/${asset}`)
      .replace('static/*', 'static/swagger-ui.css')
      .replace('*', 'role');
    const method = url.startsWith('/ingest/') ? 'POST' : 'GET';
    const response = await app.inject({ method, url });
    if (url.startsWith('/assets/')) expectGuardedFile(response);
    else expectGuarded(response, url.startsWith(LIVE_PATH));
    expect(`${response.statusCode} ${response.headers['cache-control']}`).toBe(expected);
  },
);

test('built files have no headers of documents, except scripts of workers', async () => {
  const files = await readdir('dist/assets');
  const types = ['.js', '.css', '.svg', '.woff2'].map(
    (type) => files.find((name) => name.endsWith(type)) ?? type,
  );
  for (const name of types) {
    const response = await app.inject(`/assets/${name}`);
    expectGuardedFile(response);
    expect(JSON.stringify(response.headers).length, name).toBeLessThan(600);
  }
  const worker = files.find((name) => name.includes('worker')) ?? '';
  expectGuarded(await app.inject(`/assets/${worker}`));
});

test.each([
  ['/%', '404 no-cache'],
  ['/%ff', '404 no-cache'],
  ['/no/such/page', '404 no-cache'],
  ['/.git/config', '404 no-cache'],
  ['/package.json', '404 no-cache'],
  ['/src/server/main.ts', '404 no-cache'],
  ['/assets/', '400 no-store'],
  ['/assets/../../package.json', '404 no-cache'],
  ['/server/%c0%ae', '404 no-store'],
  ['/server/nothing', '404 no-store'],
])('the error response for %s has the expected headers', async (url, expected) => {
  const response = await app.inject({ url });
  expectGuarded(response);
  expect(`${response.statusCode} ${response.headers['cache-control']}`).toBe(expected);
});

test('each document has a new nonce for its styles', async () => {
  const asked = ['identity', 'br', 'identity'].map(async (encoding) => {
    const headers = { 'accept-encoding': encoding, 'if-none-match': '*' };
    const response = await app.inject({ url: '/login', headers });
    expect(response.statusCode).toBe(200);
    // A cache would combine an old document with a new header.
    for (const validator of ['etag', 'last-modified'])
      expect(response.headers).not.toHaveProperty(validator);
    const { rawPayload } = response;
    const document = String(encoding === 'br' ? brotliDecompressSync(rawPayload) : rawPayload);
    const policy = String(response.headers['content-security-policy']);
    const [, nonce = ''] = /style-src 'nonce-([\w-]{22})' 'self'/.exec(policy) ?? [];
    expect(document).toContain(`<style nonce="${nonce}">`);
    return { nonce, text: document.replaceAll(nonce, '') };
  });
  const documents = await Promise.all(asked);
  expect(new Set(documents.map(({ nonce }) => nonce)).size).toBe(3);
  expect(new Set(documents.map(({ text }) => text)).size).toBe(1);
});

test('documents have no style attributes, and no styles without the nonce', async () => {
  for (const file of (await readdir('dist/pages')).filter((name) => name.endsWith('.en.html'))) {
    const document = await readFile(`dist/pages/${file}`, 'utf8');
    expect(document, file).not.toMatch(/ style=|<style(?! nonce="⟦nonce⟧">)/);
  }
});

test('HSTS is sent for a PUBLIC_URL with https', async () => {
  const url = endpoints.greeting.path;
  const name = 'strict-transport-security';
  expect((await app.inject({ url })).headers).not.toHaveProperty(name);
  const { services } = portal;
  const PUBLIC_URL = 'https://portal.example.eu';
  const safe = await build({ ...services, config: { ...services.config, PUBLIC_URL } });
  for (const each of [url, '/server/nothing'])
    expect((await safe.inject({ url: each })).headers[name]).toBe(
      'max-age=31536000; includeSubDomains',
    );
  await safe.close();
});

test('TRACE is rejected and echoes nothing', async () => {
  for (const url of ['/', '/role', endpoints.greeting.path]) {
    const headers = { cookie: 'login=secret' };
    const response = await app.inject({ method: 'TRACE', url, headers });
    expect([404, 405]).toContain(response.statusCode);
    expect(response.body).not.toContain('secret');
  }
});

describe('a file', () => {
  let applicationNumber: string;
  beforeAll(async () => {
    ({ number: applicationNumber } = await portal.applicationAt('approved'));
    await generateDue(portal.services);
  });

  test.each(['file', 'report', 'decisionLetter'] as const)(
    '%s cannot be cached and is an attachment',
    async (name) => {
      const query = name === 'file' ? { fileId: await portal.uploaded() } : { applicationNumber };
      const headers = { [LOGIN_HEADER]: portal.tokens.owner };
      const response = await app.inject({ url: endpoints[name].path, query, headers });
      expect(response.statusCode, response.body.slice(0, 200)).toBe(200);
      expectUncached(response);
      expect(response.headers['content-disposition']).toMatch(/^attachment; filename=/);
    },
  );
});
