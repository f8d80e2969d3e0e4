import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { negotiateLanguage } from '#contract/languages.ts';
import { cookieNames, MAILBOX_MARK } from '#contract/limits.ts';
import { pagesFolder } from './pages-folder.ts';

/** Addresses that show a page; any other shows «page does not exist», and says so by its status. */
const page =
  /^\/(role|right\/(customer|government|other-entities)|policy\/(privacy|cookies)|login|(home|desk|charts)(\/.*)?)?$/;

/** A document as it is and compressed. */
interface Packed {
  plain: Buffer;
  brotli: Buffer;
}

/** A document of the build: for a first visit, and for whoever has chosen among the cookies. */
interface Document {
  first: Packed;
  chosen: Packed;
}

/**
 * Serves the built pages: hashed files for ever, compressed ahead of time; the document always
 * fresh, with its text in the reader's language where it is a public page.
 */
export async function pageRoutes(app: FastifyInstance, installation: Installation): Promise<void> {
  const document = await readDocument(path.join(pagesFolder, 'index.html'), installation);
  const publicPages = await readPublicPages(path.join(pagesFolder, 'pages'), installation);
  await app.register(fastifyStatic, {
    root: path.join(pagesFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    immutable: true,
    maxAge: '365d',
  });
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname.startsWith('/server/')) return reply.callNotFound();
    const address = pathname.replace(/(.)\/$/, '$1');
    const { first, chosen } = publicPages.get(`${address}.${languageOf(request)}`) ?? document;
    const { plain, brotli } = cookieOf(request, cookieNames.consent) ? chosen : first;
    const isCompressed = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    if (isCompressed) reply.header('content-encoding', 'br');
    return reply
      .status(page.test(address) ? 200 : 404)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding, accept-language, cookie')
      .type('text/html; charset=utf-8')
      .send(isCompressed ? brotli : plain);
  });
}

/** What documents tell of the installation that serves them. */
interface Installation {
  contactMailbox: string;
  isDemonstration: boolean;
  /** Whether mail stays on this machine, where the mailbox page shows it. */
  hasLocalMailbox: boolean;
}

/** Banners of the pages that are written ahead of time, which not every reader shall see. */
const banners = {
  cookies: /<section data-banner="cookies".*?<\/section>/s,
  demonstration: /<aside data-banner="demonstration".*?<\/aside>/s,
  localMailbox: /<span data-banner="local-mailbox".*?<\/span>/s,
};

async function readDocument(file: string, installation: Installation): Promise<Document> {
  const told = tell(await readFile(file, 'utf8'), installation);
  return { first: packed(told), chosen: packed(told.replace(banners.cookies, '')) };
}

/** A document with what it says of the installation; scripts read the attributes of `<html>`. */
function tell(
  built: string,
  { contactMailbox, isDemonstration, hasLocalMailbox }: Installation,
): string {
  const told = withAttribute(built, 'data-contact-mailbox', contactMailbox).replaceAll(
    MAILBOX_MARK,
    () => contactMailbox,
  );
  if (!isDemonstration) return told.replace(banners.demonstration, '');
  if (hasLocalMailbox) return withAttribute(told, 'data-demonstration', 'local-mailbox');
  return withAttribute(told, 'data-demonstration', 'smtp').replace(banners.localMailbox, '');
}

function withAttribute(document: string, name: string, value: string): string {
  return document.replace(/<html [^>]*/, (tag) => `${tag} ${name}="${value}"`);
}

function packed(text: string): Packed {
  const plain = Buffer.from(text);
  return { plain, brotli: brotliCompressSync(plain) };
}

/** The prerendered pages by address and language, e.g. `/right/customer.fr`. */
async function readPublicPages(
  folder: string,
  installation: Installation,
): Promise<Map<string, Document>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  const pages = names.map(async (name) => {
    const key = name.replace(/\.html$/, '');
    const address = key.startsWith('role.') ? `/${key}` : `/right/${key}`;
    return [address, await readDocument(path.join(folder, name), installation)] as const;
  });
  return new Map(await Promise.all(pages));
}

/** The language of the cookie, else the best of the browser's. */
function languageOf(request: FastifyRequest) {
  const kept = cookieOf(request, cookieNames.language);
  return negotiateLanguage(kept ?? request.headers['accept-language']);
}

function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  return new RegExp(`(?:^|; )${name}=([^;]+)`).exec(headers.cookie ?? '')?.[1];
}
