import fc from 'fast-check';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { parseInput } from '#contract/envelope.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { expectRefusal } from '#tests/server/expect-code.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { contents, type SeededPortal, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { broken, rawBody } from './malformed-values.ts';

/** Number of malformed inputs over all calls. */
const BODIES = Number(process.env.MALFORMED ?? 2500);
const SEED = Number(process.env.SEED ?? 20_261_121);
const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const numRuns = Math.ceil(BODIES / all.length);

/** Text that would disclose internals. */
const inside = /\.ts:\d|node_modules|node:internal|Error:/;

const portal = portalOfFile(startSeededPortal);
/** A portal whose rows may change. */
const worn = portalOfFile(startSeededPortal);
beforeAll(async () => {
  await portal.applicationAt('requested');
});

function expectRefused(response: LightMyRequestResponse) {
  expectRefusal(response);
  expect(response.body).not.toMatch(inside);
}

/** Generated input for a call, and whether its schema accepts it. */
function inputFor(endpoint: Endpoint): fc.Arbitrary<{ request: InjectOptions; isTaken: boolean }> {
  const { method, path: url, kind, input, example } = endpoint;
  const { shape = {} } = input._zod.def as { shape?: object };
  const values = broken(example as object, Object.keys(shape));
  if (kind === 'query')
    return values.map((given) => {
      const query = queryOf(given);
      return { request: { method, url, query }, isTaken: 'value' in parseInput(input, query) };
    });
  const raw = rawBody.map(({ type, body }) => ({
    request: { method, url, payload: body, headers: { 'content-type': type } },
    isTaken: kind === 'json' && type.startsWith('application/json') && takes(endpoint, body),
  }));
  const json = values.map((given) => ({
    request: { method, url, payload: JSON.stringify(given), headers: jsonHeaders },
    isTaken: 'value' in parseInput(input, given),
  }));
  return kind === 'multipart' ? raw : fc.oneof({ weight: 5, arbitrary: json }, raw);
}

const jsonHeaders = { 'content-type': 'application/json' };

function inject({ app, tokens }: SeededPortal, { access }: Endpoint, request: InjectOptions) {
  const token = access === 'reviewer' ? tokens.reviewer : tokens.owner;
  return app.inject({ ...request, headers: { ...request.headers, [LOGIN_HEADER]: token } });
}

test.each(all)(
  '%s rejects malformed input without changing a row, and accepts other input without failing',
  async (name, endpoint) => {
    const before = await contents(portal);
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(inputFor(endpoint), async ({ request, isTaken }) => {
        // After `logout` all other calls return 401.
        if (isTaken && name !== 'logout') {
          const response = await inject(worn, endpoint, request);
          expect(response.statusCode, response.body).toBeLessThan(500);
          expect(response.body).not.toMatch(inside);
        }
        fc.pre(!isTaken);
        sent++;
        expectRefused(await inject(portal, endpoint, request));
      }),
      { seed: SEED, numRuns },
    );
    expect(await contents(portal)).toEqual(before);
    expect(sent).toBeGreaterThanOrEqual(BODIES / all.length);
  },
);

function takes({ input }: Endpoint, body: string): boolean {
  try {
    return 'value' in parseInput(input, body === '' ? {} : JSON.parse(body));
  } catch {
    return false;
  }
}

function queryOf(given: unknown): Record<string, string | string[]> {
  if (typeof given !== 'object' || given === null) return { given: String(given) };
  return Object.fromEntries(
    // A query cannot contain prototypes or empty lists.
    Object.entries(given)
      .filter(([key, value]) => key !== '__proto__' && !isEmptyList(value))
      .map(([key, value]) => [
        key,
        Array.isArray(value) ? value.map((one) => JSON.stringify(one) ?? '') : text(value),
      ]),
  );
}

const text = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
