import { once } from 'node:events';
import promises, { readFile } from 'node:fs/promises';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { languageCodes } from '#contract/languages.ts';
import { cookieNames } from '#contract/limits.ts';
import { ensureBuild, pagesFolder } from '#server/site/ensure-build.ts';
import { type Installation, pageRoutes } from '#server/site/page-routes.ts';

/** The pages of an installation, by default in production. */
async function pagesOf(installation: Partial<Installation> = {}): Promise<FastifyInstance> {
  const pages = Fastify();
  await pages.register(cookie);
  await pages.register(pageRoutes, {
    contactMailbox: 'daten@holder.example',
    holderName: 'Example <Motors>',
    isDemonstration: false,
    hasLocalMailbox: false,
    ...installation,
  });
  return pages;
}

let app: FastifyInstance;

beforeAll(async () => {
  await ensureBuild(() => {});
  app = await pagesOf();
  await app.listen({ port: 0, host: '127.0.0.1' });
}, 120_000);
afterAll(() => app.close());

/** Public pages, with their least number of headings. */
const publicPages: [url: string, headings: number][] = [
  ['/role', 5],
  ['/right/customer', 4],
  ['/right/government', 4],
  ['/right/other-entities', 3],
  ['/login', 1],
];

/** Text without scripts. */
const textOf = (html: string) =>
  html
    .replace(/<(script|style|head)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

/** Files of `/assets` that a document links, without the hash: `queue-page.js`. */
const linkedIn = (html: string) =>
  Array.from(
    html.matchAll(/href="\/assets\/([^"]+)-[^"]{8}(\.(?:js|css))"/g),
    (m) => `${m[1]}${m[2]}`,
  );

describe('the files that a document links', () => {
  const login = `${cookieNames.login}=1`;
  test.each([
    ['/role', '', ['role-page.js', 'role-page.css']],
    ['/login', '', ['en.js']],
    ['/desk', login, ['desk.js', 'queue-page.js', 'queue-page.css']],
    ['/desk/', login, ['queue-page.js']],
    ['/desk/applications/VD-1', login, ['desk.js', 'case-page.js', 'decision-area.js']],
    ['/home/data-acquisition', login, ['home-layout.js', 'list-page.js']],
    ['/home/data-acquisition/new', login, ['apply-page.js']],
    ['/home/data-acquisition/new/purpose', login, ['apply-page.js']],
    ['/charts/application/figures', login, ['charts.js', 'figures-page.js']],
  ])('%s %s', async (url, cookie, files) => {
    const { body } = await get(url, { cookie, 'accept-language': 'en' });
    expect(linkedIn(body)).toEqual(expect.arrayContaining(files));
    const statuses = Array.from(
      body.matchAll(/href="(\/assets\/[^"]+)"/g),
      async ([, href = '']) => [href, (await get(href)).statusCode],
    );
    expect((await Promise.all(statuses)).filter(([, status]) => status !== 200)).toEqual([]);
  });

  test('name a page’s own sheet after those of its components, which it overrides', async () => {
    const { body } = await get('/desk/applications/VD-1', { cookie: login });
    const sheets = linkedIn(body).filter((file) => file.endsWith('.css'));
    const own = sheets.indexOf('case-page.css');
    for (const overridden of ['src.css', 'application.css'])
      expect(sheets.slice(0, own), overridden).toContain(overridden);
  });

  test('are not those of a page that needs a session, without one', async () => {
    for (const url of ['/desk', '/home/data-acquisition', '/charts'])
      expect(linkedIn((await get(url)).body)).not.toContain('en.js');
  });
});

describe('the pages', () => {
  test('are up to date after the build', async () => {
    const lines: string[] = [];
    await ensureBuild((line) => lines.push(line));
    expect(lines).toEqual([]);
  });

  test.each([
    '/',
    '/role',
    '/login',
    '/home',
    '/home/data-acquisition/approved',
    '/policy/privacy',
  ])('include %s', async (url) => {
    const response = await get(url);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test.each(['/404', '/nowhere', '/right/nobody', '/rolex'])(
    'do not include %s',
    { tags: ['2-not-found'] },
    async (url) => {
      const { statusCode, body } = await get(url);
      expect(statusCode, body).toBe(404);
    },
  );

  // `inject` would parse them as hosts.
  test.each(['//', '///', '//[', '//a:99999', '//a:b@c', '/\\\\a', '/%2f%2f', '//role', '*'])(
    'do not include %s, which causes no error',
    async (path) => {
      const asked = http.get({ port: (app.server.address() as AddressInfo).port, path });
      const [response] = (await once(asked, 'response')) as [http.IncomingMessage];
      response.resume();
      expect(response.statusCode).toBe(404);
    },
  );

  test('security.txt names the mailbox, and expires within a year (RFC 9116)', async () => {
    const { body, headers } = await get('/.well-known/security.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const [, expires = ''] =
      /^Contact: mailto:daten@holder\.example\nExpires: (.+)\n$/.exec(body) ?? [];
    expect(Date.parse(expires)).toBeGreaterThan(Date.now());
    expect(Date.parse(expires)).toBeLessThanOrEqual(Date.now() + 365 * 86_400_000);
  });

  test('an unknown call is not a page', async () => {
    const response = await get('/server/nothing');
    expect(response.statusCode, response.body).toBe(404);
    expect(response.headers['content-type']).toContain('application/json');
  });

  test.each(publicPages)(
    '%s is complete without a script, in every language with another heading',
    { tags: ['2-customer', '2-government', '2-other-entities'] },
    async (url, headings) => {
      const titles = new Set<string | undefined>();
      for (const language of languageCodes) {
        const { body, headers } = await get(url, { 'accept-language': language });
        const text = textOf(body);
        expect(body).toContain(`<html lang="${language}"`);
        expect(headers.vary).toContain('accept-language');
        expect(body.match(/<h[1-3]/g)?.length).toBeGreaterThanOrEqual(headings);
        expect(text.length).toBeGreaterThan(language === 'zh' ? 100 : 300);
        expect(text).not.toMatch(/undefined|\[object|installation\.invalid/);
        if (url === '/right/other-entities')
          expect(body).toContain('<a href="mailto:daten@holder.example">daten@holder.example</a>');
        titles.add(/<h1[^>]*>([^<]+)/.exec(body)?.[1]);
      }
      expect(titles).not.toContain(undefined);
      expect(titles.size).toBe(languageCodes.length);
    },
  );

  test('public pages are prerendered in the language of the cookie or browser', async () => {
    const polish = await get('/right/customer', { 'accept-language': 'pl-PL,pl;q=0.9' });
    expect(polish.body).toContain('<html lang="pl"');
    const spanish = await get('/role', { 'accept-language': 'pl', cookie: 'a=b; language=es' });
    expect(spanish.body).toContain('<html lang="es"');
  });

  test('a document says whether its reader has signed in and chosen cookies', async () => {
    const facts = async (headers: Record<string, string> = {}) => {
      const { body, headers: answered } = await get('/role', headers);
      expect(answered.vary).toContain('cookie');
      expect(textOf(body)).toContain('This site needs a few cookies to work.');
      return /<html((?: data-(?:signed-in|has-chosen))*)/.exec(body)?.[1]?.trim();
    };
    expect(await facts({ 'accept-language': 'en' })).toBe('');
    expect(await facts({ cookie: 'cookie-consent=necessary.1' })).toBe('data-has-chosen');
    expect(await facts({ cookie: 'login-token=any' })).toBe('data-signed-in');
  });

  test('the sign-in form is inert until its script is loaded', async () => {
    const { body } = await get('/login', { 'accept-language': 'en' });
    expect(textOf(body)).toContain('No password: we send a verification code');
    expect(/<div[^>]* inert=""[^>]*><form.*?<\/form>/s.exec(body)?.[0]).toContain('name="email"');
  });

  const signedIn = { cookie: 'a=b; login-token=any', 'accept-language': 'fr' };

  test('pages of accounts are not prerendered', async () => {
    // Signed-in visitors see no sign-in form.
    for (const url of ['/home/data-acquisition', '/desk', '/charts', '/login'])
      expect((await get(url, signedIn)).body).toContain('<div id="root"></div>');
    for (const url of ['/role', '/login'])
      expect(textOf((await get(url)).body)).not.toContain('Log out');
  });

  test('/ shows the page /role', async () => {
    const headers = { 'accept-language': 'es' };
    const textAt = async (url: string) =>
      (await get(url, headers)).body.replaceAll(/ nonce="[^"]+"/g, '');
    expect(await textAt('/')).toBe(await textAt('/role'));
  });

  test.each([
    [{ isDemonstration: false, hasLocalMailbox: true }, undefined],
    [{ isDemonstration: true, hasLocalMailbox: true }, 'local-mailbox'],
    [{ isDemonstration: true, hasLocalMailbox: false }, 'smtp'],
  ])('the document of %o says where the mail of a demonstration is', async (kind, mail) => {
    const installation = await pagesOf(kind);
    const { body } = await installation.inject({ url: '/role' });
    await installation.close();
    expect(/ data-demonstration="([^"]+)"/.exec(body)?.[1]).toBe(mail);
    expect(body).toContain('data-contact-mailbox="daten@holder.example"');
  });

  test('a document escapes the mailbox, and contains no placeholders', async () => {
    const installation = await pagesOf({ contactMailbox: `o'neil&"<b>$&@holder.example` });
    const escaped = 'o&#39;neil&amp;&quot;&lt;b&gt;$&amp;@holder.example';
    for (const url of ['/', '/login', '/right/other-entities', '/charts', '/desk']) {
      const { body } = await installation.inject({ url });
      expect(body).toContain(`data-contact-mailbox="${escaped}"`);
      expect(body).not.toMatch(/[⟦⟧]|installation\.invalid|data-installation/);
    }
    const { body } = await installation.inject({ url: '/right/other-entities' });
    expect(body).toContain(`<a href="mailto:${escaped}">${escaped}</a>`);
    await installation.close();
  });

  test('the header links to the sign-in, and no page has an inline script', async () => {
    for (const url of ['/', '/role', '/login', '/right/customer']) {
      const { body } = await get(url);
      expect(body.match(/<nav [^>]*><a [^>]*href="\/login"/g), url).toHaveLength(1);
      expect(body).not.toMatch(/<script(?![^>]*\bsrc=)/);
    }
  });

  test('a document is compressed when the browser accepts it', async () => {
    const headers = { 'accept-language': 'fr' };
    const withoutNonce = (text: string) => text.replaceAll(/nonce="[^"]+"/g, '');
    const plain = await get('/role', headers);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toContain('accept-encoding');
    const packed = await get('/role', { ...headers, 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(withoutNonce(brotliDecompressSync(packed.rawPayload).toString())).toBe(
      withoutNonce(plain.body),
    );
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    const refused = await get('/role', { ...headers, 'accept-encoding': 'gzip, br;q=0' });
    expect(refused.headers['content-encoding']).toBeUndefined();
    expect(withoutNonce(refused.body)).toBe(withoutNonce(plain.body));
  });

  test('concurrent first requests for a file read it once; a failed read is repeated', async () => {
    const fresh = await pagesOf();
    const script = /"(\/assets\/src-[^"]+\.js)"/.exec((await get('/')).body)?.[1] ?? '';
    const statusesOf = async (count: number) => {
      const answers = Array.from({ length: count }, () => fresh.inject(script));
      return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    };
    const read = vi.spyOn(promises, 'readFile').mockRejectedValueOnce(new Error('too many files'));
    syncBuiltinESMExports();
    try {
      expect(await statusesOf(1)).toEqual([500]);
      read.mockClear();
      expect(new Set(await statusesOf(20))).toEqual(new Set([200]));
      expect(read).toHaveBeenCalledTimes(1);
    } finally {
      read.mockRestore();
      syncBuiltinESMExports();
      await fresh.close();
    }
  });

  test('hashed files are compressed and cached for ever', async () => {
    const script = /"(\/assets\/src-[^"]+\.js)"/.exec((await get('/')).body)?.[1] ?? '';
    const plain = await readFile(join(pagesFolder, script));
    // The second response comes from memory.
    for (const _ of [1, 2])
      for (const encoding of ['br', 'gzip', 'identity'] as const) {
        const { headers, rawPayload } = await get(script, { 'accept-encoding': encoding });
        const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: Buffer.from };
        expect(plain.equals(unpack[encoding](rawPayload))).toBe(true);
        expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
        expect(Number(headers['content-length'])).toBe(rawPayload.length);
        expect(headers['cache-control']).toContain('immutable');
        const again = await get(script, {
          'accept-encoding': encoding,
          'if-none-match': String(headers.etag),
        });
        expect([again.statusCode, again.body]).toEqual([304, '']);
      }
    const part = await get(script, { range: 'bytes=1-3' });
    expect([part.statusCode, part.body]).toEqual([206, plain.subarray(1, 4).toString()]);
    const head = await app.inject({ method: 'HEAD', url: script });
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, `${plain.length}`]);
  });
});
