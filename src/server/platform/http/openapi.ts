import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { envelopeOf, refusal } from '#contract/envelope.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** The call a route makes good, for its documentation. */
    endpoint?: Endpoint;
  }
}

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;
type JsonSchema = z.core.JSONSchema.JSONSchema;

/** What a route of the contract validates, and how it is documented. */
export function documentation(endpoint: Endpoint) {
  const common = {
    endpoint,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[3] ?? ''],
    response: {
      ...(endpoint.answersFile ? {} : { [codes.ok]: envelopeOf(endpoint.data) }),
      '4xx': refusal,
    },
    ...(endpoint.access === 'anyone' ? {} : { security: [{ [LOGIN_HEADER]: [] }] }),
  };
  if (endpoint.kind === 'query') return { ...common, querystring: endpoint.input };
  // A multipart body is read as a stream by its handler, which validates the fields itself.
  if (endpoint.kind === 'multipart') return { ...common, consumes: ['multipart/form-data'] };
  return { ...common, body: endpoint.input };
}

const jsonSchemas = createJsonSchemaTransform({ skipList: [] });

/** The library's documentation, and what it cannot know: examples, form fields, answers that are files. */
const transform: Transform = (route) => {
  const { endpoint, ...schema } = route.schema ?? {};
  const documented = jsonSchemas({ ...route, schema } as Parameters<typeof jsonSchemas>[0]);
  if (!endpoint) return documented;
  const additions = {
    ...bodyOf(endpoint, documented.schema),
    ...fileOf(endpoint, documented.schema),
  };
  if (endpoint.kind === 'query') addExamples(documented.schema.querystring as JsonSchema, endpoint);
  return { ...documented, schema: { ...documented.schema, ...additions } };
};

function bodyOf(endpoint: Endpoint, schema: { body?: unknown }) {
  if (endpoint.kind === 'query') return {};
  if (endpoint.kind === 'json')
    return { body: { ...(schema.body as JsonSchema), examples: [endpoint.example] } };
  const fields = z.toJSONSchema(endpoint.input, { target: 'openapi-3.0', io: 'input' });
  const file = { type: 'string', format: 'binary' };
  return {
    body: {
      ...fields,
      properties: { ...fields.properties, file },
      required: [...(fields.required ?? []), 'file'],
      examples: [{ ...(endpoint.example as object), file: '(content of the file)' }],
    },
  };
}

function fileOf(endpoint: Endpoint, schema: { response?: unknown }) {
  if (!endpoint.answersFile) return {};
  const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  return {
    response: {
      [codes.ok]: { description: 'The file, as an attachment.', content },
      ...(schema.response as object),
    },
  };
}

/** A query's example is told parameter by parameter. */
function addExamples(query: JsonSchema, { example }: Endpoint): void {
  for (const [name, value] of Object.entries(example as Record<string, unknown>)) {
    const property = query.properties?.[name];
    if (typeof property === 'object') property.example = value;
  }
}

/** What `/server/openapi.json` is made from. */
export const openApi: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.0.3',
    info: {
      title: 'Vehicle data access',
      version: '1',
      description:
        'Every JSON answer is an envelope of code, message and data. The message is in the language that Accept-Language asks for.',
    },
    components: {
      securitySchemes: { [LOGIN_HEADER]: { type: 'apiKey', in: 'header', name: LOGIN_HEADER } },
    },
  },
  transform,
};
