import { readFile } from 'node:fs/promises';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type Code, codes, httpStatus } from '#contract/codes.ts';
import { type Endpoint, errorCodes } from '#contract/endpoint.ts';
import { endpoints, schemas } from '#contract/endpoints.ts';
import { languageCodes } from '#contract/languages.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { openApiText } from '#server/live/openapi.ts';

const TITLE = 'Vehicle data access';
const ADDRESS = '/server/openapi.json';
const LIVE_GUIDE = new URL('../../docs/live-access.md', import.meta.url);
/** Swagger UI's own colours have a contrast below 4.5. */
const CONTRAST = `.swagger-ui a, .swagger-ui .info a { color: #0a5a63 } .swagger-ui .btn.authorize { color: #1d6b43 }`;

export async function documentationPage(app: FastifyInstance): Promise<void> {
  const show = (routePrefix: string, title: string, document: ReturnType<typeof openApiDocument>) =>
    app.register(async (scope) => {
      await scope.register(swagger, { mode: 'static', specification: { document } });
      await scope.register(swaggerUi, {
        routePrefix,
        theme: {
          title: `${TITLE}: ${title}`,
          css: [{ filename: 'contrast.css', content: CONTRAST }],
        },
        uiConfig: { layout: 'BaseLayout', docExpansion: 'list' },
      });
    });
  await show('/server/docs', 'calls', document);
  const live = JSON.parse(String(openApiText));
  live.info.description = await readFile(LIVE_GUIDE, 'utf8');
  await show('/server/docs/live', 'live access', live);
  app.get(ADDRESS, (_, reply) => reply.type('application/json; charset=utf-8').send(serialized));
}

const allEndpoints = Object.entries<Endpoint>(endpoints);

type Schema = z.core.$ZodType;

function openApiDocument() {
  const { named, nameOf } = namedSchemas();
  const operations = allEndpoints.map(([operationId, endpoint]) => {
    const operation = {
      operationId,
      summary: endpoint.summary,
      tags: [areaOf(endpoint.path)],
      parameters: [{ $ref: '#/components/parameters/Language' }, ...queryParameters(endpoint)],
      ...(endpoint.kind !== 'query' && { requestBody: requestBody(endpoint, nameOf) }),
      responses: { [codes.ok]: success(endpoint, nameOf), ...errorResponses(endpoint) },
      ...(endpoint.access !== 'anyone' && { security: [{ [LOGIN_HEADER]: [] }] }),
    };
    return [endpoint.path, { [endpoint.method.toLowerCase()]: operation }] as const;
  });
  const paths = Object.fromEntries(operations);
  return {
    openapi: '3.1.1',
    info: {
      title: TITLE,
      version: '1',
      description:
        'Every JSON response is an envelope of code, message and data. The message is in the language requested by Accept-Language. Programs of owners use [live access](/server/docs/live) with a token.',
    },
    paths,
    components: {
      schemas: schemasReferredBy(paths, { Envelope: envelope, ...named }),
      parameters: { Language: language },
      securitySchemes: { [LOGIN_HEADER]: loginToken },
    },
  };
}

function areaOf(address: string): string {
  const [, , site = '', area = '', name] = address.split('/');
  return name === undefined ? site : area;
}

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const envelope = {
  type: 'object',
  properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
  required: ['code', 'message', 'data'],
} as const;

const loginToken = { type: 'apiKey', in: 'header', name: LOGIN_HEADER } as const;

const language = {
  name: 'Accept-Language',
  in: 'header',
  description: 'Language of messages and other texts in the response.',
  example: languageCodes[0],
  schema: { type: 'string' },
} as const;

function namedSchemas() {
  const registry = z.registry<{ id: string }>();
  const add = (schema: Schema, id: string) => registry.has(schema) || registry.add(schema, { id });
  for (const [name, schema] of Object.entries(schemas))
    if (schema instanceof z.core.$ZodType) add(schema, capitalized(name));
  const sent = new Set<string>();
  const nameOf = (schema: Schema) => registry.get(schema)?.id ?? '';
  for (const [id, { kind, input, data, answersFile, answersEvents }] of allEndpoints) {
    const call = capitalized(id);
    if (!answersFile && !answersEvents) add(data, `${call}Data`);
    if (kind !== 'json') continue;
    add(input, `${call}Input`);
    sent.add(nameOf(input));
  }
  const options = { uri: (id: string) => refTo(id).$ref, unrepresentable: 'any' } as const;
  const inputs = z.toJSONSchema(registry, { ...options, io: 'input' }).schemas;
  const outputs = z.toJSONSchema(registry, { ...options, io: 'output' }).schemas;
  const named = Object.keys(outputs).map((id) => [
    id,
    withoutIdentity((sent.has(id) ? inputs : outputs)[id] ?? {}),
  ]);
  return { named: Object.fromEntries(named), nameOf };
}

const capitalized = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;

function schemasReferredBy(content: object, named: Record<string, object>): Record<string, object> {
  const found: Record<string, object> = {};
  const add = (part: object) => {
    for (const [, id = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!(id in found)) {
        found[id] = named[id] ?? {};
        add(found[id]);
      }
  };
  add(content);
  return found;
}

const jsonSchema = (input: Schema) => withoutIdentity(z.toJSONSchema(input, { io: 'input' }));

const withoutIdentity = ({ $id, $schema, ...schema }: z.core.JSONSchema.BaseSchema) => schema;

type NameOf = ReturnType<typeof namedSchemas>['nameOf'];

function queryParameters({ kind, input, example }: Endpoint) {
  if (kind !== 'query') return [];
  const { properties = {}, required = [] } = jsonSchema(input);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    example: (example as Record<string, unknown>)[name],
  }));
}

function requestBody({ kind, input, example }: Endpoint, nameOf: NameOf) {
  if (kind === 'json') {
    const content = { schema: refTo(nameOf(input)), example };
    return { required: true, content: { 'application/json': content } };
  }
  const { properties, required = [], ...fields } = jsonSchema(input);
  const file = { type: 'string', format: 'binary' };
  const content = {
    schema: { ...fields, properties: { ...properties, file }, required: [...required, 'file'] },
    example: { ...(example as object), file: '(content of the file)' },
  };
  return { required: true, content: { 'multipart/form-data': content } };
}

function success({ answersFile, answersEvents, data }: Endpoint, nameOf: NameOf) {
  if (answersEvents)
    return {
      description: 'Server-Sent Events, until the client leaves.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    };
  if (answersFile) {
    const schema = { type: 'string', format: 'binary' };
    return {
      description: 'The file, as an attachment.',
      content: { 'application/octet-stream': { schema } },
    };
  }
  const properties = { code: { const: codes.ok }, data: refTo(nameOf(data)) };
  return { description: 'Done.', content: jsonContent('Envelope', properties) };
}

function errorResponses(endpoint: Endpoint) {
  const byStatus = Object.groupBy(errorCodes(endpoint), httpStatus);
  const responses = Object.entries(byStatus).map(([status, codesOfStatus = []]) => {
    const description = codesOfStatus.map((code) => `${nameOfCode(code)} (${code})`).join(', ');
    return [
      status,
      { description, content: jsonContent('ApiError', { code: { enum: codesOfStatus } }) },
    ];
  });
  return Object.fromEntries(responses);
}

const nameOfCode = (code: Code) =>
  Object.entries(codes).find(([, each]) => each === code)?.[0] ?? '';

function jsonContent(name: string, properties: object) {
  return {
    'application/json': { schema: { allOf: [refTo(name), { type: 'object', properties }] } },
  };
}

const document = openApiDocument();
/** All responses share this buffer: a thousand unread copies would take a gigabyte. */
const serialized = Buffer.from(JSON.stringify(document));
