import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createServer } from 'vite';
import { NONCE_MARK } from '#contract/built-pages.ts';
import { run } from '#server/main.ts';
import { productFolder } from '#server/site/ensure-build.ts';
import { allowNonce, fillIn, type Installation } from '#server/site/page-routes.ts';

/**
 * Serves the pages from their sources, at the server's own port: Vite transforms requested modules
 * and replaces changed ones in place (HMR). The nonce allows the inline script and the styles that
 * Vite needs; otherwise the content security policy is that of production.
 */
async function servePagesFromSources(
  app: FastifyInstance,
  installation: Installation,
): Promise<void> {
  const vite = await createServer({
    configFile: path.join(productFolder, 'vite.config.ts'),
    // Other loaders write a copy of the configuration, which restarts `node --watch`.
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: app.server } },
  });
  // Closes Vite first, because the server would wait for its connections.
  app.addHook('preClose', () => vite.close());

  app.get('/*', async (request, reply) => {
    const { url, headers } = request;
    if (url.startsWith('/server/')) return reply.callNotFound();
    if (!headers.accept?.includes('text/html')) {
      reply.hijack();
      return vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end());
    }
    const source = await readFile(path.join(vite.config.root, 'index.html'), 'utf8');
    const document = await vite.transformIndexHtml(
      '/index.html',
      fillIn(source, installation),
      url,
    );
    const nonce = allowNonce(reply, ['style-src', 'script-src']);
    return reply.type('text/html; charset=utf-8').send(document.replaceAll(NONCE_MARK, nonce));
  });
}

run(servePagesFromSources);
