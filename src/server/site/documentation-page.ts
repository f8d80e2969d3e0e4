import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
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

/** Serves the contract as an OpenAPI document, and as a page that shows it. */
export async function documentationPage(app: FastifyInstance): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document } });
  await app.register(swaggerUi, {
    routePrefix: '/server/docs',
    theme: { title: `${title}: calls` },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list' },
  });
  app.get('/server/openapi.json', () => document);
}
