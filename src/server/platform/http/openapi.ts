import * as z from 'zod/mini';
import { type Code, codes, httpStatus } from '#contract/codes.ts';
import { type Endpoint, errorCodes } from '#contract/endpoint.ts';
import { languageCodes } from '#contract/languages.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';

type Schema = z.core.$ZodType;

export interface Documented {
  title: string;
  description: string;
  /** By operation id. */
  endpoints: Record<string, Endpoint>;
  /** Shared schemas by component name. */
  components: { ApiError: Schema } & Record<string, Schema>;
}

/**
 * Builds the OpenAPI 3.1 document of a contract: one operation for each call, with every body and
 * answer as a named component.
 */
export function openApiDocument({ title, description, endpoints, components }: Documented) {
  const { schemas, nameOf } = namedSchemas(endpoints, components);
  const operations = Object.entries(endpoints).map(([operationId, endpoint]) => {
    const operation = {
      operationId,
      summary: endpoint.summary,
      tags: [areaOf(endpoint.path)],
      parameters: [{ $ref: '#/components/parameters/Language' }, ...queryParameters(endpoint)],
      ...(endpoint.kind !== 'query' && { requestBody: requestBody(endpoint, nameOf) }),
      responses: { [codes.ok]: success(endpoint, nameOf), ...refusals(endpoint) },
      ...(endpoint.access !== 'anyone' && { security: [{ [LOGIN_HEADER]: [] }] }),
    };
    return [endpoint.path, { [endpoint.method.toLowerCase()]: operation }] as const;
  });
  return {
    openapi: '3.1.1',
    info: { title, version: '1', description },
    paths: Object.fromEntries(operations),
    components: {
      schemas: { Envelope: envelope, ...schemas },
      parameters: { Language: language },
      securitySchemes: { [LOGIN_HEADER]: loginToken },
    },
  };
}

/**
 * Tag of a call: the third segment of `/server/desk/staff/change`, the second of
 * `/server/desk/approve`.
 */
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
  description: 'Language of messages and other words in the answer.',
  example: languageCodes[0],
  schema: { type: 'string' },
} as const;

function namedSchemas(endpoints: Record<string, Endpoint>, components: Record<string, Schema>) {
  const registry = z.registry<{ id: string }>();
  const add = (schema: Schema, id: string) => registry.has(schema) || registry.add(schema, { id });
  for (const [id, schema] of Object.entries(components)) add(schema, id);
  const sent = new Set<string>();
  const nameOf = (schema: Schema) => registry.get(schema)?.id ?? '';
  for (const [id, { kind, input, data, answersFile }] of Object.entries(endpoints)) {
    const call = `${id[0]?.toUpperCase()}${id.slice(1)}`;
    if (!answersFile) add(data, `${call}Data`);
    if (kind !== 'json') continue;
    add(input, `${call}Input`);
    sent.add(nameOf(input));
  }
  const options = { uri: (id: string) => refTo(id).$ref, unrepresentable: 'any' } as const;
  const inputs = z.toJSONSchema(registry, { ...options, io: 'input' }).schemas;
  const outputs = z.toJSONSchema(registry, { ...options, io: 'output' }).schemas;
  const schemas = Object.keys(outputs).map((id) => [
    id,
    withoutIdentity((sent.has(id) ? inputs : outputs)[id] ?? {}),
  ]);
  return { schemas: Object.fromEntries(schemas), nameOf };
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

function success({ answersFile, data }: Endpoint, nameOf: NameOf) {
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

function refusals(endpoint: Endpoint) {
  const byStatus = Object.groupBy(errorCodes(endpoint), httpStatus);
  const responses = Object.entries(byStatus).map(([status, answered = []]) => {
    const description = answered.map((code) => `${nameOfCode(code)} (${code})`).join(', ');
    return [
      status,
      { description, content: jsonContent('ApiError', { code: { enum: answered } }) },
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
