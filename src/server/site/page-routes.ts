import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { firstLanguage, type Language } from '#contract/languages.ts';
import { cookieNames } from '#contract/limits.ts';
import {
  HOLDER_MARK,
  INSTALLATION_MARK,
  MAILBOX_MARK,
  NONCE_MARK,
  type PagePart,
  partMark,
} from '#contract/placeholders.ts';
import { escapeHtml } from '#lib/words/escape-html.ts';
import { languageOf } from '#server/platform/http/route.ts';
import { pagesFolder } from './ensure-build.ts';

/** Addresses of pages; all others are answered with 404. */
const page =
  /^\/(role|right\/(customer|government|other-entities)|policy\/(privacy|cookies)|delivery|login|(home|desk|charts)(\/.*)?)?$/;

/** The best quality takes 25 to 60 times as long and saves a tenth of the bytes. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Serves the built pages: hashed files, which may be cached for ever, and documents, prerendered in
 * the reader's language where possible. Each document has its own nonce, so it has no validator: a
 * cache would combine it with the header of another response.
 */
export async function pageRoutes(app: FastifyInstance, installation: Installation): Promise<void> {
  const documentFor = await readDocuments(pagesFolder, installation);
  await app.register(fastifyStatic, {
    root: path.join(pagesFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    immutable: true,
    maxAge: '365d',
  });
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    // `URL` would parse `//a` as a host.
    const [pathname = '/'] = request.url.split('?');
    if (pathname.startsWith('/server/')) return reply.callNotFound();
    const address = pathname.replace(/([^/])\/$/, '$1');
    // Scripts redirect `/` to `/role`.
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

/** The login cookie only selects a document here; documents contain no personal data. */
function readerOf(request: FastifyRequest): Reader {
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
  /** True when mail stays on this machine, where the mailbox page shows it. */
  hasLocalMailbox: boolean;
}

interface Reader {
  language: Language;
  isSignedIn: boolean;
  hasChosen: boolean;
}

type Documents = (address: string, reader: Reader) => string;

/** Pages that require an account; those of the charts may be public. */
const isForAccounts = /^\/(home|desk)(\/|$)/;

/** Reads the documents of the build: prerendered pages, and one without content for the others. */
async function readDocuments(folder: string, installation: Installation): Promise<Documents> {
  const read = async (file: string) =>
    fillIn(await readFile(path.join(folder, file), 'utf8'), installation);
  const bare = await read('index.html');
  const prerendered = new Map<string, string>();
  for (const name of await readdir(path.join(folder, 'pages')))
    prerendered.set(name, await read(path.join('pages', name)));
  const made = new Map<string, string>();

  return (address, { language, isSignedIn, hasChosen }) => {
    const hasPage = address === '/login' ? !isSignedIn : isSignedIn || !isForAccounts.test(address);
    const name = namesOf(address, language).find((each) => hasPage && prerendered.has(each)) ?? '';
    const key = `${name} ${isSignedIn} ${hasChosen}`;
    const known = made.get(key);
    if (known) return known;
    const page = prerendered.get(name) ?? bare;
    const document = withParts(page, {
      account: isSignedIn,
      'sign-in': !isSignedIn,
      cookies: !hasChosen,
    });
    made.set(key, document);
    return document;
  };
}

/** File names of a page: of this address, or of any application number as its last part. */
function namesOf(address: string, language: Language): string[] {
  const name = (at: string) => `${at.slice(1).replaceAll('/', '.')}.${language}.html`;
  return [name(address), name(address.replace(/[^/]+$/, '_'))];
}

/** Replaces the placeholders; scripts read the attributes of `<html>`. */
export function fillIn(
  built: string,
  { contactMailbox, holderName, isDemonstration, hasLocalMailbox }: Installation,
): string {
  const mailbox = escapeHtml(contactMailbox);
  const holder = escapeHtml(holderName);
  const demonstration = hasLocalMailbox ? 'local-mailbox' : 'smtp';
  const attribute = isDemonstration ? ` data-demonstration="${demonstration}"` : '';
  const document = built
    .replace(
      INSTALLATION_MARK,
      () => `data-contact-mailbox="${mailbox}" data-holder="${holder}"${attribute}`,
    )
    .replaceAll(MAILBOX_MARK, () => mailbox)
    .replaceAll(HOLDER_MARK, () => holder);
  return withParts(document, {
    demonstration: isDemonstration,
    'demo-accounts': isDemonstration,
    'local-mailbox': hasLocalMailbox,
  });
}

/** Removes the parts of a page that are not shown; a part is the text between two marks. */
function withParts(page: string, isShown: Partial<Record<PagePart, boolean>>): string {
  return Object.entries(isShown).reduce((left, [part, shown]) => {
    const pieces = left.split(partMark(part as PagePart));
    return pieces.filter((_, index) => shown || index % 2 === 0).join('');
  }, page);
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
