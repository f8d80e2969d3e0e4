import { randomBytes } from 'node:crypto';
import { ReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import {
  HOLDER_MARK,
  INSTALLATION_MARK,
  MAILBOX_MARK,
  NONCE_MARK,
  PAGE_FILES,
  type PageFiles,
} from '#contract/built-pages.ts';
import { firstLanguage, type Language } from '#contract/languages.ts';
import { cookieNames } from '#contract/limits.ts';
import { DAY } from '#lib/words/durations.ts';
import { escapeHtml } from '#lib/words/escape-html.ts';
import { languageOf } from '#server/platform/http/route.ts';
import { pagesFolder } from './ensure-build.ts';

const page =
  /^\/(role|right\/(customer|government|other-entities)|policy\/(privacy|cookies)|delivery|login|(home|desk|charts)(\/.*)?)?$/;

const YEAR = 365 * DAY;

/**
 * Brotli quality 5. The maximum takes 25 to 60 times as long and makes responses only 10 % smaller.
 */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Serves the built pages: files with hashed names, which may be cached for ever, and documents,
 * prerendered in the reader's language where possible. Documents contain a nonce and thus have no
 * `ETag`: after a 304, the nonce of the cached document would differ from that of the header.
 */
export async function pageRoutes(app: FastifyInstance, installation: Installation): Promise<void> {
  const documentFor = await readDocuments(pagesFolder, installation);
  await app.register(assetRoutes);
  // RFC 9116 recommends less than a year.
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `Contact: mailto:${installation.contactMailbox}\nExpires: ${new Date(Date.now() + YEAR).toISOString()}\n`,
      ),
  );
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    // `URL` would parse `//a` as a host.
    const [pathname = '/'] = request.url.split('?');
    if (pathname.startsWith('/server/')) return reply.callNotFound();
    const address = pathname.replace(/([^/])\/$/, '$1');
    // `/` gets the document of `/role`, to which scripts redirect.
    const shown = address === '/' ? '/role' : address;
    const nonce = allowNonce(reply, ['style-src']);
    const document = documentFor(shown, readerOf(request)).replaceAll(NONCE_MARK, nonce);
    const isCompressed = new Negotiator(request).encoding(['br', 'identity']) === 'br';
    if (isCompressed) reply.header('content-encoding', 'br');
    return reply
      .status(page.test(address) ? 200 : 404)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding, accept-language, cookie')
      .type('text/html; charset=utf-8')
      .send(isCompressed ? brotliCompressSync(document, quick) : document);
  });
}

/** Scripts of workers, which run under the policy of their own response. */
const WORKER = /\bworker\b/;

/**
 * Security headers that browsers read for documents only. With them, the headers of a script would
 * often be larger than its body.
 */
const ofDocuments = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/**
 * Serves whole files from memory, so that all responses share one buffer. With one read stream per
 * response, many slow clients would occupy the event loop and delay new connections.
 */
async function assetRoutes(app: FastifyInstance): Promise<void> {
  const buffers = new Map<string, Promise<Buffer>>();
  app.addHook('onSend', async ({ url }, reply, payload) => {
    if (reply.statusCode < 400 && !WORKER.test(url)) {
      for (const name of ofDocuments) reply.removeHeader(name);
      reply.header(POLICY, "base-uri 'none';default-src 'none';frame-ancestors 'none'");
    }
    if (!(payload instanceof ReadStream) || reply.statusCode !== 200) return payload;
    const file = String(payload.path);
    payload.destroy();
    // Concurrent first requests share one read. A failed read is repeated.
    const buffer = buffers.get(file) ?? readFile(file);
    buffers.set(file, buffer);
    return buffer.catch((error) => {
      buffers.delete(file);
      throw error;
    });
  });
  await app.register(fastifyStatic, {
    root: path.join(pagesFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    immutable: true,
    lastModified: false,
    maxAge: '365d',
  });
}

/** Does not verify the login cookie, which only selects a document without personal data. */
function readerOf(request: FastifyRequest) {
  const { cookies } = request;
  const chosen = cookies[cookieNames.language];
  return {
    language: chosen ? firstLanguage([chosen]) : languageOf(request),
    isSignedIn: Boolean(cookies[cookieNames.login]),
    hasChosen: Boolean(cookies[cookieNames.consent]),
  };
}

export interface Installation {
  contactMailbox: string;
  holderName: string;
  isDemonstration: boolean;
  hasLocalMailbox: boolean;
}

/**
 * Reads the documents of the build. Returns a function that finds the document for a URL path and a
 * reader: the prerendered page if there is one, otherwise the document without content.
 */
async function readDocuments(folder: string, installation: Installation) {
  const read = async (file: string) =>
    fillIn(await readFile(path.join(folder, file), 'utf8'), installation);
  const bare = await read('index.html');
  const prerendered = new Map<string, string>();
  for (const name of await readdir(path.join(folder, 'pages')))
    if (name.endsWith('.html')) prerendered.set(name, await read(path.join('pages', name)));
  const files = JSON.parse(await readFile(path.join(folder, PAGE_FILES), 'utf8')) as PageFiles[];
  const pages = files.map((page) => ({ ...page, at: new URLPattern({ pathname: page.path }) }));

  return (
    address: string,
    { language, isSignedIn, hasChosen }: ReturnType<typeof readerOf>,
  ): string => {
    const name = `${address.slice(1).replaceAll('/', '.')}.${language}.html`;
    const isRedirected = address === '/login' && isSignedIn;
    const built = isRedirected ? undefined : prerendered.get(name);
    // Without a session, the other pages show the sign-in page.
    const shown = (built || isSignedIn) && pages.find(({ at }) => at.test({ pathname: address }));
    const document = shown ? withLinks(built ?? bare, shown, language) : (built ?? bare);
    // `frame.module.css` hides content that does not apply to this reader.
    const facts = `${isSignedIn ? ' data-signed-in' : ''}${hasChosen ? ' data-has-chosen' : ''}`;
    return document.replace('<html', `<html${facts}`);
  };
}

/** Links the files of a page, which then load in parallel with the main script. */
function withLinks(document: string, { sheets, scripts, messages }: PageFiles, language: Language) {
  // With HTTP/1.1, the main script and the first calls would otherwise wait for a connection.
  const low = 'fetchpriority="low"';
  const links = [
    ...sheets.map((file) => `<link rel="stylesheet" ${low} href="/${file}">`),
    ...messages[language].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" ${low} crossorigin href="/${file}">`),
  ];
  return document.replace('</head>', `${links.join('')}</head>`);
}

export function fillIn(
  built: string,
  { contactMailbox, holderName, isDemonstration, hasLocalMailbox }: Installation,
): string {
  const mailbox = escapeHtml(contactMailbox);
  const holder = escapeHtml(holderName);
  const demonstration = hasLocalMailbox ? 'local-mailbox' : 'smtp';
  const attribute = isDemonstration ? ` data-demonstration="${demonstration}"` : '';
  return built
    .replace(
      INSTALLATION_MARK,
      () => `data-contact-mailbox="${mailbox}" data-holder="${holder}"${attribute}`,
    )
    .replaceAll(MAILBOX_MARK, () => mailbox)
    .replaceAll(HOLDER_MARK, () => holder);
}

const POLICY = 'content-security-policy';

/** Adds a per-response nonce to the given CSP directives and returns it. */
export function allowNonce(
  reply: FastifyReply,
  directives: readonly ('style-src' | 'script-src')[],
): string {
  const nonce = randomBytes(16).toString('base64url');
  const policy = String(reply.getHeader(POLICY) ?? '');
  const allowed = directives.reduce(
    (left, directive) => left.replace(`${directive} `, `$&'nonce-${nonce}' `),
    policy,
  );
  reply.header(POLICY, allowed);
  return nonce;
}
