import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { firstLanguage } from '#contract/languages.ts';
import { cookieNames } from '#contract/limits.ts';
import { NONCE_MARK } from '#contract/placeholders.ts';
import { allowNonce } from '#server/platform/http/allow-nonce.ts';
import { languageOf } from '#server/platform/http/route.ts';
import { type Installation, type Reader, readDocuments } from './documents.ts';
import { pagesFolder } from './pages-folder.ts';

/** Addresses that show a page; any other shows «page does not exist», and says so by its status. */
const page =
  /^\/(role|right\/(customer|government|other-entities)|policy\/(privacy|cookies)|delivery|login|(home|desk|charts)(\/.*)?)?$/;

/** The best quality takes 25 to 60 times as long for a tenth of the bytes. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Serves the built pages: hashed files for ever, compressed beforehand; the document always
 * fresh, with its text in the reader's language where it is prerendered. Each answer has a nonce of
 * its own: without a validator no cache pairs a document with the header of another.
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
    // Not by `URL`, to which `//a` is another host.
    const [pathname = '/'] = request.url.split('?');
    if (pathname.startsWith('/server/')) return reply.callNotFound();
    const address = pathname.replace(/([^/])\/$/, '$1');
    // Its script leads from the first address to this page.
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

/**
 * Properties of the reader that the document depends on; the language of the cookie, else the best
 * of the browser's. That somebody is signed in decides here about looks alone: what a document
 * holds is nobody's secret.
 */
function readerOf(request: FastifyRequest): Reader {
  const { cookies } = request;
  const chosen = cookies[cookieNames.language];
  return {
    language: chosen ? firstLanguage([chosen]) : languageOf(request),
    isSignedIn: Boolean(cookies[cookieNames.login]),
    hasChosen: Boolean(cookies[cookieNames.consent]),
  };
}
