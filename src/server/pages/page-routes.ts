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

/** What documents tell of the installation that serves them. */
interface Installation {
  contactMailbox: string;
  isDemonstration: boolean;
}

async function readDocument(
  file: string,
  { contactMailbox, isDemonstration }: Installation,
): Promise<Document> {
  const built = await readFile(file, 'utf8');
  const told = built
    .replaceAll(MAILBOX_MARK, contactMailbox)
    .replace('<html ', isDemonstration ? '<html data-demonstration ' : '<html ');
  const plain = Buffer.from(told);
  if (told === built) return { plain, brotli: await readFile(`${file}.br`) };
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
function languageOf({ headers }: FastifyRequest) {
  const cookie = new RegExp(`(?:^|; )${cookieNames.language}=([a-zA-Z-]+)`).exec(
    headers.cookie ?? '',
  );
  return negotiateLanguage(cookie?.[1] ?? headers['accept-language']);
}
