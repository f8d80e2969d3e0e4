import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { parseInput } from '#contract/envelope.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { type Portal, startPortal } from '#tests/server/fixture.ts';

interface Operation {
  summary: string;
  parameters?: { name: string; in: string; example?: unknown; schema?: { example?: unknown } }[];
  requestBody?: {
    content: Record<string, { example?: unknown; schema: { properties: Record<string, unknown> } }>;
  };
  responses: Record<string, { content?: Record<string, unknown> }>;
  security?: object[];
}

let portal: Portal;
let paths: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  portal = await startPortal();
  const response = await portal.app.inject({ url: '/server/openapi.json' });
  paths = response.json().paths;
});
afterAll(() => portal.close());

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const operationOf = ({ path, method }: Endpoint) =>
  paths[path]?.[method.toLowerCase()] as Operation;

describe('OpenAPI', () => {
  it('documents the calls of the contract and no other', () => {
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.toSorted()).toEqual(
      all.map(([, { method, path }]) => `${method} ${path}`).toSorted(),
    );
  });

  it.each(all)(
    'shows %s with an example that the call accepts',
    { tags: ['7-calls'] },
    (_, endpoint) => {
      const operation = operationOf(endpoint);
      expect(operation.summary).toBe(endpoint.summary);
      expect(operation.security !== undefined).toBe(endpoint.access !== 'anyone');
      expect(parseInput(endpoint.input, endpoint.example)).toHaveProperty('value');
      if (endpoint.kind === 'query') {
        const shown = (operation.parameters ?? [])
          .map(({ name, example, schema }) => [name, example ?? schema?.example])
          .filter(([, example]) => example !== undefined);
        expect(Object.fromEntries(shown)).toEqual(endpoint.example);
      } else if (endpoint.kind === 'json') {
        expect(operation.requestBody?.content['application/json']?.example).toEqual(
          endpoint.example,
        );
      }
    },
  );

  it('shows uploads with their fields and the file', { tags: ['7-multipart'] }, () => {
    const body = operationOf(endpoints.personUploadCert).requestBody?.content[
      'multipart/form-data'
    ];
    expect(Object.keys(body?.schema.properties ?? {})).toEqual(['usage', 'file']);
    expect(body?.schema.properties.file).toEqual({ type: 'string', format: 'binary' });
    expect(body?.example).toMatchObject({ usage: 'vehicleProof' });
  });

  it('shows answers that are files, and the header of the login token', () => {
    expect(Object.keys(operationOf(endpoints.report).responses['200']?.content ?? {})).toEqual([
      'application/octet-stream',
    ]);
    expect(operationOf(endpoints.history).security).toEqual([{ [LOGIN_HEADER]: [] }]);
  });
});
