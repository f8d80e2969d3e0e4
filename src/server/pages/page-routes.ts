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

/** A document of the build, as it is and compressed. */
interface Document {
  plain: Buffer;
  brotli: Buffer;
}

/**
 * Serves the built pages: hashed files for ever, compressed ahead of time; the document always
 * fresh, with its text in the reader's language where it is a public page.
 */
export async function pageRoutes(
  app: FastifyInstance,
  { contactMailbox }: { contactMailbox: string },
): Promise<void> {
  const document = await readDocument(path.join(pagesFolder, 'index.html'));
  const publicPages = await readPublicPages(path.join(pagesFolder, 'pages'), contactMailbox);
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
    const { plain, brotli } = publicPages.get(`${address}.${languageOf(request)}`) ?? document;
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

async function readDocument(file: string): Promise<Document> {
  const [plain, brotli] = await Promise.all([readFile(file), readFile(`${file}.br`)]);
  return { plain, brotli };
}

/** The prerendered pages by address and language, e.g. `/right/customer.fr`. */
async function readPublicPages(
  folder: string,
  contactMailbox: string,
): Promise<Map<string, Document>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  const pages = names.map(async (name) => {
    const key = name.replace(/\.html$/, '');
    const address = key.startsWith('role.') ? `/${key}` : `/right/${key}`;
    const document = await readDocument(path.join(folder, name));
    return [address, completed(document, contactMailbox)] as const;
  });
  return new Map(await Promise.all(pages));
}

/** A page with the mailbox of this installation. */
function completed(document: Document, contactMailbox: string): Document {
  if (!document.plain.includes(MAILBOX_MARK)) return document;
  const plain = Buffer.from(document.plain.toString().replaceAll(MAILBOX_MARK, contactMailbox));
  return { plain, brotli: brotliCompressSync(plain) };
}

/** The language of the cookie, else the best of the browser's. */
function languageOf({ headers }: FastifyRequest) {
  const cookie = new RegExp(`(?:^|; )${cookieNames.language}=([a-zA-Z-]+)`).exec(
    headers.cookie ?? '',
  );
  return negotiateLanguage(cookie?.[1] ?? headers['accept-language']);
}
