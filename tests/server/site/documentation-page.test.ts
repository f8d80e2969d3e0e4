import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { parseInput } from '#contract/envelope.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { startPortal } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';

interface Operation {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string; example?: unknown; schema?: { example?: unknown } }[];
  requestBody?: {
    content: Record<string, { example?: unknown; schema: { properties: Record<string, unknown> } }>;
  };
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
  security?: object[];
}

const portal = portalOfFile(startPortal);
let document: Record<string, unknown>;
let paths: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  const response = await portal.app.inject({ url: '/server/openapi.json' });
  document = response.json();
  paths = document.paths as typeof paths;
});

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const operationOf = ({ path, method }: Endpoint) =>
  paths[path]?.[method.toLowerCase()] as Operation;

/** Every `$ref` below a value. */
function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    key === '$ref' ? [String(child)] : refsIn(child),
  );
}

/** Unnamed objects with several properties, as JSON. */
function objectsBelow(schema: object): string[] {
  return Object.values(schema).flatMap((child) => {
    if (typeof child !== 'object' || child === null) return [];
    const isObject = 'properties' in child && Object.keys(child.properties as object).length > 1;
    return [...(isObject ? [JSON.stringify(child)] : []), ...objectsBelow(child)];
  });
}

describe('OpenAPI', () => {
  it('is a valid document of version 3.1 without dangling references', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    const { schemas, parameters } = document.components as Record<string, object>;
    const known = [
      ...Object.keys(schemas ?? {}).map((name) => `#/components/schemas/${name}`),
      ...Object.keys(parameters ?? {}).map((name) => `#/components/parameters/${name}`),
    ];
    expect(refsIn(document).filter((ref) => !known.includes(ref))).toEqual([]);
    expect(known.filter((ref) => !refsIn(document).includes(ref))).toEqual([]);
  });

  it('documents exactly the calls of the contract', () => {
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.toSorted()).toEqual(
      all.map(([, { method, path }]) => `${method} ${path}`).toSorted(),
    );
  });

  it.each(all)('shows %s with a valid example', { tags: ['7-calls'] }, (name, endpoint) => {
    const operation = operationOf(endpoint);
    expect(operation.operationId).toBe(name);
    expect(operation.summary).toBe(endpoint.summary);
    expect(operation.security !== undefined).toBe(endpoint.access !== 'anyone');
    expect(parseInput(endpoint.input, endpoint.example)).toHaveProperty('value');
    if (endpoint.kind === 'query') {
      const shown = (operation.parameters ?? [])
        .map(({ name, example, schema }) => [name, example ?? schema?.example])
        .filter(([, example]) => example !== undefined);
      expect(Object.fromEntries(shown)).toEqual(endpoint.example);
    } else if (endpoint.kind === 'json') {
      expect(operation.requestBody?.content['application/json']?.example).toEqual(endpoint.example);
    }
  });

  it('shows uploads with their fields and the file', { tags: ['7-multipart'] }, () => {
    const body = operationOf(endpoints.personUploadCert).requestBody?.content[
      'multipart/form-data'
    ];
    expect(Object.keys(body?.schema.properties ?? {})).toEqual(['usage', 'file']);
    expect(body?.schema.properties.file).toEqual({ type: 'string', format: 'binary' });
    expect(body?.example).toMatchObject({ usage: 'vehicleProof' });
  });

  it('shows file responses, and the header of the login token', () => {
    expect(Object.keys(operationOf(endpoints.report).responses['200']?.content ?? {})).toEqual([
      'application/octet-stream',
    ]);
    expect(operationOf(endpoints.history).security).toEqual([{ [LOGIN_HEADER]: [] }]);
  });

  it('shows the errors of a call with their codes, by HTTP status', () => {
    const { responses } = operationOf(endpoints.deskApprove);
    const refusals = Object.entries(responses).map(([status, { description }]) => [
      Number(status),
      description,
    ]);
    expect(Object.fromEntries(refusals)).toEqual({
      200: 'Done.',
      400: 'invalid (400)',
      401: 'signedOut (401)',
      403: 'forbidden (403), secondFactorNeeded (40301)',
      404: 'notFound (404)',
      409: 'notAllowedNow (40901), outdated (40902), takenByOther (40904), secondOpinionNeeded (40910), recipientMissing (40914), unknownState (40909)',
      413: 'tooLarge (413)',
      415: 'typeNotSupported (415)',
      422: 'vehicleNotLinked (42201)',
      429: 'tooMany (42901)',
      500: 'internal (500)',
      503: 'unavailable (503), otherSystemUnavailable (50301)',
      507: 'storageFull (507)',
    });
    expect(refsIn(responses[409])).toEqual(['#/components/schemas/ApiError']);
  });

  it('names every object that several calls use', () => {
    const schemas = (document.components as { schemas: Record<string, object> }).schemas;
    const inline = Object.values(schemas).flatMap((schema) => objectsBelow(schema));
    const shared = inline.filter((one, index) => inline.indexOf(one) !== index);
    expect(shared).toEqual([]);
  });
});
