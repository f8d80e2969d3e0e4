import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { DAY } from '#lib/words/durations.ts';
import { syncVehicleLinks } from '#server/applications/entitlement.ts';
import { runTimedTransitions } from '#server/background.ts';
import { syncGrantLinks } from '#server/live/grant-clock.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { LEASE } from '#server/platform/jobs/lease.ts';
import { type Faults, faultNames, type TestControls } from './controls.ts';
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

const MAX_ADVANCE = 10 * 365 * DAY;

export async function testRoutes(
  app: FastifyInstance,
  { services, controls }: { services: Services; controls: TestControls },
): Promise<void> {
  const { clock, faults } = controls;
  const done = (data: unknown) => ({ code: codes.ok, message: 'OK', data });
  const state = () => done({ now: clock.now() });
  const post = <Schema extends z.ZodMiniType>(
    path: string,
    body: Schema,
    run: (body: z.output<Schema>) => unknown,
  ) =>
    app.post(path, { schema: { hide: true, body } }, async (request) =>
      run(request.body as z.output<Schema>),
    );

  app.get('/server/test/state', { schema: { hide: true } }, state);

  const clockBody = z.strictObject({
    advance: z.int().check(z.gte(0), z.lte(MAX_ADVANCE)),
    held: z.optional(z.boolean()),
  });
  post('/server/test/clock', clockBody, async ({ advance, held }) => {
    await waitForRunningJobs(services);
    if (held !== undefined) clock.hold(held);
    clock.advance(advance);
    await runTimedTransitions(services);
    return state();
  });

  const faultBody = z.strictObject({
    name: z.enum(faultNames),
    times: z.int().check(z.gte(0), z.lte(1000)),
  });
  post('/server/test/fault', faultBody, ({ name, times }) => {
    faults.arm(name, times);
    return state();
  });

  post('/server/test/link', z.strictObject({ linked: z.boolean() }), async ({ linked }) => {
    await sellPersonasVehicle(services, linked ? null : clock.now());
    await syncVehicleLinks(services);
    await syncGrantLinks(services);
    return state();
  });

  const set = z.optional(z.int().check(z.gte(1), z.lte(MAX_SETS)));
  post('/server/test/personas', z.nullish(z.strictObject({ set })), async (body) =>
    done(await seedPersonas(app, services, body?.set)),
  );
}
