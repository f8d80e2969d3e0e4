import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { parseInput } from '#contract/envelope.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { contents, type Inhabited, startInhabited } from '../inhabited.ts';
import { broken, rawBody } from './malformed-values.ts';

const BODIES = 5000;
const SEED = 20_261_121;
const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const numRuns = Math.ceil(BODIES / all.length);

let portal: Inhabited;
let before: Record<string, unknown>;
let sent = 0;
beforeAll(async () => {
  portal = await startInhabited();
  await portal.applicationAt('requested');
});
beforeEach(async () => {
  before = await contents(portal);
});
afterEach(async () => expect(await contents(portal)).toEqual(before));
afterAll(() => portal.close());

/** A refusal in the envelope that tells nothing of the program's inside. */
function expectRefused(response: LightMyRequestResponse) {
  expect(response.statusCode).toBeGreaterThanOrEqual(400);
  expect(response.statusCode).toBeLessThan(500);
  expect(response.json()).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
  expect(response.body).not.toMatch(/\.ts:\d|node_modules|node:internal|Error:/);
}

describe.each(all)('%s', (_, endpoint) => {
  const { method, path: url, kind, input, example, access } = endpoint;
  const headers = () => ({
    [LOGIN_HEADER]: access === 'reviewer' ? portal.tokens.reviewer : portal.tokens.owner,
  });

  test('answers malformed input with a refusal and keeps every row', {
    timeout: 60_000,
  }, async () => {
    const malformed =
      kind === 'multipart'
        ? rawBody
        : fc.oneof({ weight: 5, arbitrary: broken(example as object) }, rawBody);
    await fc.assert(
      fc.asyncProperty(malformed, async (given) => {
        const isRaw =
          typeof given === 'object' && given !== null && 'type' in given && 'body' in given;
        if (kind === 'query') {
          const query = isRaw ? { [String(given.type)]: String(given.body) } : queryOf(given);
          fc.pre('fields' in parseInput(input, query));
          sent++;
          return expectRefused(await portal.app.inject({ method, url, query, headers: headers() }));
        }
        const body = isRaw ? String(given.body) : JSON.stringify(given);
        const type = isRaw ? String(given.type) : 'application/json';
        fc.pre(!isTaken(endpoint, type, body));
        sent++;
        const payload = { payload: body, headers: { ...headers(), 'content-type': type } };
        return expectRefused(await portal.app.inject({ method, url, ...payload }));
      }),
      { seed: SEED, numRuns },
    );
  });
});

test(`at least ${BODIES} malformed bodies were sent`, () => {
  expect(sent).toBeGreaterThanOrEqual(BODIES);
});

/** Whether a body is by chance what the call takes. */
function isTaken({ input, kind }: Endpoint, type: string, body: string): boolean {
  if (kind === 'multipart' || !type.startsWith('application/json')) return false;
  try {
    return 'value' in parseInput(input, body === '' ? {} : JSON.parse(body));
  } catch {
    return false;
  }
}

/** What can be written into a query. */
function queryOf(given: unknown): Record<string, string | string[]> {
  if (typeof given !== 'object' || given === null) return { given: String(given) };
  return Object.fromEntries(
    // In a query, as in a form, a prototype is no parameter: nobody hears of it.
    Object.entries(given)
      .filter(([key]) => key !== '__proto__')
      .map(([key, value]) => [
        key,
        Array.isArray(value) ? value.map((one) => JSON.stringify(one) ?? '') : text(value),
      ]),
  );
}

const text = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
