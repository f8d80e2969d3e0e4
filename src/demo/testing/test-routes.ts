import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { syncVehicleLinks } from '#server/applications/entitlement.ts';
import { runTimedTransitions } from '#server/background.ts';
import { syncGrantLinks } from '#server/live/grant-clock.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { LEASE } from '#server/platform/jobs/lease.ts';
import { type FaultName, type Faults, faultNames, type TestControls } from './controls.ts';
import { sellPersonasVehicle } from './persona-vehicle.ts';
import { MAX_SETS, seedPersonas } from './personas.ts';

const uploads: string[] = [endpoints.personUploadCert.path, endpoints.publicUploadCert.path];

/** Triggers armed faults. Must run before the routes are registered. */
export function hookFaults(app: FastifyInstance, faults: Faults): void {
  app.addHook('onRequest', async (request) => {
    const [path = ''] = request.url.split('?');
    const isSigned = request.headers[LOGIN_HEADER] !== undefined;
    if (isSigned && faults.consume('signedOut')) throw new ApiError(codes.signedOut);
    // Simulates a connection that is lost after the headers, before the body is read.
    if (uploads.includes(path) && faults.consume('networkLost')) request.raw.socket.destroy();
  });
}

const POLL_INTERVAL_MS = 20;

/** Waits for running jobs, at most one lease: advancing the clock would expire their leases. */
export async function waitForRunningJobs({ store, now }: Services): Promise<void> {
  for (const until = performance.now() + LEASE; performance.now() < until; ) {
    const due = store.db.selectFrom('job').select('id').where('run_at', '<=', now()).limit(1);
    if (!(await due.executeTakeFirst())) return;
    await setTimeout(POLL_INTERVAL_MS);
  }
}

const MAX_ADVANCE = 10 * 365 * 24 * 60 * 60 * 1000;

const advance = z.strictObject({
  advance: z.int().check(z.gte(0), z.lte(MAX_ADVANCE)),
  held: z.optional(z.boolean()),
});
const fault = z.strictObject({
  name: z.enum(faultNames),
  times: z.int().check(z.gte(0), z.lte(1000)),
});

const link = z.strictObject({ linked: z.boolean() });

const people = z.nullish(
  z.strictObject({
    set: z.optional(z.int().check(z.gte(1), z.lte(MAX_SETS))),
  }),
);

export async function testRoutes(
  app: FastifyInstance,
  { services, controls }: { services: Services; controls: TestControls },
): Promise<void> {
  const { clock, faults } = controls;
  const done = (data: unknown) => ({ code: codes.ok, message: 'OK', data });
  const state = () => done({ now: clock.now() });

  app.get('/server/test/state', { schema: { hide: true } }, state);

  app.post<{ Body: { advance: number; held?: boolean } }>(
    '/server/test/clock',
    { schema: { hide: true, body: advance } },
    async ({ body }) => {
      await waitForRunningJobs(services);
      if (body.held !== undefined) clock.hold(body.held);
      clock.advance(body.advance);
      await runTimedTransitions(services);
      return state();
    },
  );

  app.post<{ Body: { name: FaultName; times: number } }>(
    '/server/test/fault',
    { schema: { hide: true, body: fault } },
    async ({ body }) => {
      faults.arm(body.name, body.times);
      return state();
    },
  );

  app.post<{ Body: { linked: boolean } }>(
    '/server/test/link',
    { schema: { hide: true, body: link } },
    async ({ body }) => {
      await sellPersonasVehicle(services, body.linked ? null : clock.now());
      await syncVehicleLinks(services);
      await syncGrantLinks(services);
      return state();
    },
  );

  app.post<{ Body: { set?: number } | null }>(
    '/server/test/personas',
    { schema: { hide: true, body: people } },
    async ({ body }) => done(await seedPersonas(app, services, body?.set)),
  );
}
