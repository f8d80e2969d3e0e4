import { brotliCompressSync, constants } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { components } from '#contract/components.ts';
import { endpoints } from '#contract/endpoints.ts';
import { openApiDocument } from '#server/platform/http/openapi.ts';

const title = 'Vehicle data access';

const document = openApiDocument({
  title,
  description:
    'Every JSON answer is an envelope of code, message and data. The message is in the language that Accept-Language asks for.',
  endpoints,
  components,
});

const address = '/server/openapi.json';

/** Serializes the document once, when it is first asked for. */
function serialize() {
  const plain = Buffer.from(JSON.stringify(document));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return { plain, compressed: brotliCompressSync(plain, { params }) };
}
let serialized: ReturnType<typeof serialize> | null = null;

/**
 * Serves the contract as an OpenAPI document, and as a page that shows it. Answers share one buffer:
 * as strings of their own, a thousand that are not read took a gigabyte.
 */
export async function documentationPage(app: FastifyInstance): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document } });
  await app.register(swaggerUi, {
    routePrefix: '/server/docs',
    theme: { title: `${title}: calls` },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list' },
    uiHooks: {
      // The page's own copies of the document are serialized for each request. JSON is YAML, too.
      onRequest: (request, reply, done) => {
        if (/\/(json|yaml)$/.test(request.routeOptions.url ?? '')) reply.redirect(address);
        else done();
      },
    },
  });
  app.get(address, (request, reply) => {
    serialized ??= serialize();
    const isCompressed = new Negotiator(request).encoding(['br', 'identity']) === 'br';
    if (isCompressed) reply.header('content-encoding', 'br');
    return reply
      .header('vary', 'accept-encoding')
      .type('application/json; charset=utf-8')
      .send(isCompressed ? serialized.compressed : serialized.plain);
  });
}
