import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { followLinks } from '#server/applications/entitlement.ts';
import { runTimedTransitions } from '#server/background.ts';
import type { Services } from '#server/platform/database/services.ts';
import { type FaultName, faultNames, type TestControls } from './controls.ts';
import { sellPersonasVehicle } from './persona-vehicle.ts';
import { MOST_SETS, seedPersonas } from './personas.ts';
import { testPage } from './test-page.ts';
import { endOfWorkInHand } from './work-in-hand.ts';

const LONGEST = 10 * 365 * 24 * 60 * 60 * 1000;

const advance = z.strictObject({
  advance: z.coerce.number().check(z.int(), z.gte(0), z.lte(LONGEST)),
});
const fault = z.strictObject({
  name: z.enum(faultNames),
  times: z.coerce.number().check(z.int(), z.gte(0), z.lte(1000)),
});

const link = z.strictObject({ linked: z.boolean() });

const people = z.nullish(
  z.strictObject({
    set: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(MOST_SETS))),
  }),
);

/**
 * The testers' controls: clock, faults, personas. Registered by a test installation alone, so that
 * no other has these addresses. A form of the page is answered by the page again.
 */
export async function testRoutes(
  app: FastifyInstance,
  { services, controls }: { services: Services; controls: TestControls },
): Promise<void> {
  const { clock, faults } = controls;
  const state = () => ({ now: clock.now(), ahead: clock.ahead, faults: faults.armed() });
  const done = (data: unknown) => ({ code: codes.ok, message: 'OK', data });

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  const hidden = { schema: { hide: true } };

  app.get('/server/test/state', hidden, () => done(state()));

  app.post<{ Body: { advance: number } }>(
    '/server/test/clock',
    { schema: { hide: true, body: advance } },
    async ({ body, headers }, reply) => {
      await endOfWorkInHand(services);
      clock.advance(Number(body.advance));
      await runTimedTransitions(services);
      return isForm(headers) ? reply.redirect('/test', 303) : done(state());
    },
  );

  app.post<{ Body: { name: FaultName; times: number } }>(
    '/server/test/fault',
    { schema: { hide: true, body: fault } },
    async ({ body, headers }, reply) => {
      faults.arm(body.name, Number(body.times));
      return isForm(headers) ? reply.redirect('/test', 303) : done(state());
    },
  );

  app.post<{ Body: { linked: boolean } }>(
    '/server/test/link',
    { schema: { hide: true, body: link } },
    async ({ body }) => {
      await sellPersonasVehicle(services, body.linked ? null : clock.now());
      await followLinks(services);
      return done(state());
    },
  );

  app.post<{ Body: { set?: number } | null }>(
    '/server/test/personas',
    { schema: { hide: true, body: people } },
    async ({ body, headers }, reply) => {
      const personas = await seedPersonas(app, services, Number(body?.set ?? 1));
      return isForm(headers) ? reply.redirect('/test', 303) : done(personas);
    },
  );

  app.get('/test', hidden, async (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(testPage(state())),
  );
}

function isForm(headers: { 'content-type'?: string | undefined }): boolean {
  return headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
}
