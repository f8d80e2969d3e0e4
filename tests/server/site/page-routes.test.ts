import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languageCodes } from '#contract/languages.ts';
import { ensureBuild } from '#server/site/ensure-build.ts';
import { pageRoutes } from '#server/site/page-routes.ts';

let app: FastifyInstance;

beforeAll(async () => {
  await ensureBuild(() => {});
  app = Fastify();
  await app.register(cookie);
  await app.register(pageRoutes, {
    contactMailbox: 'daten@holder.example',
    holderName: 'Example <Motors>',
    isDemonstration: false,
    hasLocalMailbox: false,
  });
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
  ])('%s is a page', async (url) => {
    const response = await get(url);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test.each(['/404', '/nowhere', '/right/nobody', '/rolex'])(
    '%s does not exist',
    { tags: ['2-not-found'] },
    async (url) => {
      const { statusCode, body } = await get(url);
      expect(statusCode, body).toBe(404);
    },
  );

  // `inject` would parse them as hosts.
  test.each(['//', '///', '//[', '//a:99999', '//a:b@c', '/\\\\a', '/%2f%2f', '//role', '*'])(
    '%s does not exist, and causes no error',
    async (path) => {
      const asked = http.get({ port: (app.server.address() as AddressInfo).port, path });
      const [response] = (await once(asked, 'response')) as [http.IncomingMessage];
      response.resume();
      expect(response.statusCode).toBe(404);
    },
  );

  test('an unknown call is not a page', async () => {
    const response = await get('/server/nothing');
    expect(response.statusCode, response.body).toBe(404);
    expect(response.headers['content-type']).toContain('application/json');
  });

  describe.each(languageCodes)('without a script, in %s', (language) => {
    test.each(publicPages)(
      '%s is complete',
      { tags: ['2-customer', '2-government'] },
      async (url, headings) => {
        const { body, headers } = await get(url, { 'accept-language': language });
        const text = textOf(body);
        expect(body).toContain(`<html lang="${language}"`);
        expect(headers.vary).toContain('accept-language');
        expect(body.match(/<h[1-3]/g)?.length).toBeGreaterThanOrEqual(headings);
        expect(text.length).toBeGreaterThan(language === 'zh' ? 100 : 300);
        expect(text).not.toMatch(/undefined|\[object|installation\.invalid/);
      },
    );

    test('other entities see the contact mailbox', {
      tags: ['2-other-entities'],
    }, async () => {
      const { body } = await get('/right/other-entities', { 'accept-language': language });
      expect(body).toContain('<a href="mailto:daten@holder.example">daten@holder.example</a>');
    });
  });

  test('without a script, headings differ by language and page', async () => {
    const pages = languageCodes.flatMap((language) =>
      publicPages.map(([url]) => get(url, { 'accept-language': language })),
    );
    const headings = (await Promise.all(pages)).map(
      ({ body }) => /<h1[^>]*>([^<]+)/.exec(body)?.[1],
    );
    expect(headings).not.toContain(undefined);
    expect(new Set(headings).size).toBe(5 * languageCodes.length);
  });

  test('public pages are prerendered in the language of the cookie or browser', async () => {
    const polish = await get('/right/customer', { 'accept-language': 'pl-PL,pl;q=0.9' });
    expect(polish.body).toContain('<html lang="pl"');
    expect(polish.body).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
    const spanish = await get('/role', { 'accept-language': 'pl', cookie: 'a=b; language=es' });
    expect(spanish.body).toContain('<html lang="es"');
  });

  test('the notice about cookies is in the document until the visitor has chosen', async () => {
    const first = await get('/role', { 'accept-language': 'en' });
    expect(textOf(first.body)).toContain('This site needs a few cookies to work.');
    const chosen = await get('/role', { cookie: 'cookie-consent=necessary.1' });
    expect(textOf(chosen.body)).not.toContain('cookies');
    expect(textOf(chosen.body)).toContain('Ask for the data of a connected vehicle');
    expect(chosen.headers.vary).toContain('cookie');
  });

  test('the sign-in form is inert until its script is loaded', async () => {
    const { body } = await get('/login', { 'accept-language': 'en' });
    expect(textOf(body)).toContain('No password: we send a verification code');
    expect(/<div[^>]* inert=""[^>]*><form.*?<\/form>/s.exec(body)?.[0]).toContain('name="email"');
  });

  const signedIn = { cookie: 'a=b; login-token=any', 'accept-language': 'fr' };

  test('signed-in visitors see the heading and the links of the account without scripts', async () => {
    const { body, headers } = await get('/home/data-acquisition/approved', signedIn);
    expect(body).toContain('<html lang="fr"');
    expect(body).toMatch(/<h1[^>]*>Approuvées<\/h1>/);
    expect(textOf(body)).toContain('Mes demandes');
    expect(textOf(body)).toContain('Chargement');
    expect(headers.vary).toContain('cookie');
  });

  test.each([
    ['/home/data-acquisition', ['home-layout', 'list-page']],
    ['/home/data-acquisition/applications/VD-20260101-ABCDEF', ['home-layout', 'details-page']],
    ['/home/data-acquisition/new/about-you', ['home-layout', 'apply-page']],
    ['/desk', ['desk', 'queue-page']],
    ['/desk/applications/VD-20260101-ABCDEF', ['desk', 'case-page', 'decision-area']],
    ['/desk/staff', ['desk']],
    ['/charts', ['charts', 'catalogue-page']],
    ['/charts/application', ['charts', 'machine-page', 'fr']],
    ['/policy/privacy', ['policy-page']],
  ])('%s preloads all its scripts', async (url, names) => {
    const { body } = await get(url, signedIn);
    for (const name of names)
      expect(body).toMatch(new RegExp(`modulepreload"[^>]+href="/assets/${name}-[^"]+\\.js"`));
  });

  test('other visitors see no pages or links of accounts', async () => {
    for (const url of ['/home/data-acquisition', '/desk'])
      expect((await get(url)).body).toContain('<div id="root"></div>');
    for (const url of ['/role', '/login'])
      expect(textOf((await get(url)).body)).not.toContain('Log out');
    expect(textOf((await get('/role', signedIn)).body)).toContain('Mes demandes');
  });

  test('the header links to sign-in only for visitors who are not signed in', async () => {
    const link = /<nav [^>]*><a [^>]*href="\/login"/g;
    for (const url of ['/role', '/login', '/right/customer', '/policy/privacy'])
      expect((await get(url)).body.match(link), url).toHaveLength(1);
    for (const url of ['/role', '/home/data-acquisition'])
      expect((await get(url, signedIn)).body.match(link), url).toBeNull();
  });

  test('/ shows the page /role', async () => {
    const headers = { 'accept-language': 'es' };
    const textAt = async (url: string) =>
      (await get(url, headers)).body.replaceAll(/ nonce="[^"]+"/g, '');
    expect(await textAt('/')).toBe(await textAt('/role'));
  });

  test('signed-in visitors see no sign-in form', async () => {
    expect((await get('/login', signedIn)).body).toContain('<div id="root"></div>');
  });

  test.each([
    [{ isDemonstration: false, hasLocalMailbox: true }, false, false],
    [{ isDemonstration: true, hasLocalMailbox: true }, true, true],
    [{ isDemonstration: true, hasLocalMailbox: false }, true, false],
  ])(
    'the document of %o shows whether it is a demonstration and where mail is',
    async (kind, isShown, hasLink) => {
      const installation = Fastify();
      await installation.register(cookie);
      await installation.register(pageRoutes, {
        contactMailbox: 'daten@holder.example',
        holderName: 'Example <Motors>',
        ...kind,
      });
      const { body } = await installation.inject({ url: '/role' });
      const signIn = await installation.inject({ url: '/login' });
      await installation.close();
      expect(/<div class="[^"]*awaited[^"]*"><\/div>/.test(signIn.body)).toBe(isShown);
      expect(textOf(body).includes('Nothing here is real.')).toBe(isShown);
      expect(body.includes('href="/mailbox"')).toBe(hasLink);
      expect(body.includes('data-demonstration="')).toBe(isShown);
      expect(body).toContain('data-contact-mailbox="daten@holder.example"');
    },
  );

  test('a document escapes the mailbox, and contains no placeholders', async () => {
    const installation = Fastify();
    await installation.register(cookie);
    await installation.register(pageRoutes, {
      contactMailbox: `o'neil&"<b>$&@holder.example`,
      holderName: 'Example <Motors>',
      isDemonstration: true,
      hasLocalMailbox: true,
    });
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

  test('no page has an inline script', async () => {
    for (const url of ['/', '/role', '/login']) {
      expect((await get(url)).body).not.toMatch(/<script(?![^>]*\bsrc=)/);
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

  test('hashed files are compressed and cached for ever', async () => {
    const script = /src="(\/assets\/[^"]+\.js)"/.exec((await get('/')).body)?.[1] ?? '';
    const response = await get(script, { 'accept-encoding': 'br' });
    expect(response.headers['content-encoding']).toBe('br');
    expect(response.headers['cache-control']).toContain('immutable');
  });
});
