import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { UnknownState } from '#lib/durable-machine/stored.ts';
import { challengeMachine } from '#machines/challenge.machine.ts';
import { DamagedFile, StoreUnavailable } from '#server/platform/database/store-error.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { setErrorHandlers } from '#server/platform/http/errors.ts';

const logged: string[] = [];
const app = Fastify({
  logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } },
});
beforeAll(async () => {
  setErrorHandlers(app, (language, code) => `${language} ${code}`);
  for (const [name, { error }] of Object.entries(cases))
    app.get(`/${name}`, () => {
      throw error;
    });
  await app.ready();
});
afterAll(() => app.close());

interface Case {
  error: unknown;
  code: number;
  retryAfter?: string;
  data?: object;
  /** Level of the log's line: 40 warns, 50 is an error. */
  level?: 40 | 50;
}

const secret = 'table application at 10.0.0.7';

const cases: Record<string, Case> = {
  refused: { error: new ApiError(codes.notFound), code: 404 },
  facts: {
    error: new ApiError(codes.outdated, { revision: 7, state: 'approved' }),
    code: 40902,
    data: { revision: 7, state: 'approved' },
  },
  tooMany: {
    error: new ApiError(codes.tooMany, { retryAfter: 90, rateLimit: 'codesInAll' }),
    code: 42901,
    retryAfter: '90',
    data: { retryAfter: 90, rateLimit: 'codesInAll' },
  },
  locked: {
    error: new ApiError(codes.locked, { lockedUntil: 90 }),
    code: 423,
    data: { lockedUntil: 90 },
  },
  otherSystem: {
    error: new ApiError(codes.otherSystemUnavailable, { system: 'vehicles' }),
    code: 50301,
    retryAfter: '5',
    data: { system: 'vehicles' },
    level: 40,
  },
  database: { error: new StoreUnavailable(secret), code: 503, retryAfter: '5', level: 40 },
  fullDisk: {
    error: Object.assign(new Error(secret), { code: 'ENOSPC', errno: -28 }),
    code: 507,
    retryAfter: '60',
    level: 50,
  },
  fullDatabase: {
    error: Object.assign(new Error(secret), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
    code: 507,
    retryAfter: '60',
    level: 50,
  },
  lockedDatabase: {
    error: Object.assign(new Error(secret), { code: 'ERR_SQLITE_ERROR', errcode: 5 }),
    code: 500,
    level: 50,
  },
  unknownState: {
    error: new UnknownState(challengeMachine, 'gone', secret),
    code: 40909,
    level: 50,
  },
  damaged: { error: new DamagedFile(secret), code: 50001, level: 50 },
  unexpected: { error: new Error(secret), code: 500, level: 50 },
  ownFault: { error: Object.assign(new Error(secret), { statusCode: 502 }), code: 500, level: 50 },
  callersFault: { error: Object.assign(new Error(secret), { statusCode: 400 }), code: 400 },
  strangeFault: { error: Object.assign(new Error(secret), { statusCode: 499 }), code: 400 },
  large: { error: Object.assign(new Error(secret), { statusCode: 413 }), code: 413 },
  type: { error: Object.assign(new Error(secret), { statusCode: 415 }), code: 415 },
};

test.each(Object.entries(cases))(
  'the response and the log of an error: %s',
  async (name, { code, retryAfter, data = null, level }) => {
    logged.length = 0;
    const response = await app.inject({ url: `/${name}`, headers: { 'accept-language': 'pl' } });
    expect(response.statusCode).toBe(Number(String(code).slice(0, 3)));
    expect(response.headers['retry-after']).toBe(retryAfter);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    // The response hides internal errors.
    expect(response.json()).toEqual({ code, message: `pl ${code}`, data });
    expect(logged.map((line) => JSON.parse(line).level)).toEqual(level ? [level] : []);
    if (level === 50) expect(logged[0]).toContain(secret);
  },
);
