import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { negotiateLanguage } from '#contract/languages.ts';
import { cookieNames } from '#contract/limits.ts';
import { type Installation, type Reader, readDocuments } from './documents.ts';
import { pagesFolder } from './pages-folder.ts';

/** Addresses that show a page; any other shows «page does not exist», and says so by its status. */
const page =
  /^\/(role|right\/(customer|government|other-entities)|policy\/(privacy|cookies)|login|(home|desk|charts)(\/.*)?)?$/;

/**
 * Serves the built pages: hashed files for ever, compressed ahead of time; the document always
 * fresh, with its text in the reader's language where it is written ahead of time.
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
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname.startsWith('/server/')) return reply.callNotFound();
    const address = pathname.replace(/(.)\/$/, '$1');
    // Its script leads from the first address to this page.
    const shown = address === '/' ? '/role' : address;
    const { plain, brotli } = documentFor(shown, readerOf(request));
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

/**
 * What the document depends on; the language of the cookie, else the best of the browser's. That
 * somebody is signed in decides here about looks alone: what a document holds is nobody's secret.
 */
function readerOf(request: FastifyRequest): Reader {
  const kept = cookieOf(request, cookieNames.language);
  return {
    language: negotiateLanguage(kept ?? request.headers['accept-language']),
    isSignedIn: cookieOf(request, cookieNames.login) !== undefined,
    hasChosen: cookieOf(request, cookieNames.consent) !== undefined,
  };
}

function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  return new RegExp(`(?:^|; )${name}=([^;]+)`).exec(headers.cookie ?? '')?.[1];
}
