import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pagesFolder } from './pages-folder.ts';

/** Addresses that show a page; any other shows «page does not exist», and says so by its status. */
const page =
  /^\/(role|right\/(customer|government|other-entities)|policy\/(privacy|cookies)|login|(home|desk|charts)(\/.*)?)?$/;

/** Serves the built pages: hashed files for ever, compressed ahead of time; the document always fresh. */
export async function pageRoutes(app: FastifyInstance): Promise<void> {
  const document = await readFile(path.join(pagesFolder, 'index.html'));
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
    return reply
      .status(page.test(pathname.replace(/(.)\/$/, '$1')) ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(document);
  });
}
