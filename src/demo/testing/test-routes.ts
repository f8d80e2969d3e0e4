import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { plainPage } from '#demo/plain-page.ts';
import { syncVehicleLinks } from '#server/applications/entitlement.ts';
import { runTimedTransitions } from '#server/background.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { LEASE } from '#server/platform/jobs/lease.ts';
import { type FaultName, type Faults, faultNames, type TestControls } from './controls.ts';
import { sellPersonasVehicle } from './persona-vehicle.ts';
import { MOST_SETS, seedPersonas } from './personas.ts';

const uploads: string[] = [endpoints.personUploadCert.path, endpoints.publicUploadCert.path];

/** Triggers armed faults. Must run before the routes are registered. */
export function hookFaults(app: FastifyInstance, faults: Faults): void {
  app.addHook('onRequest', async (request) => {
    const [path = ''] = request.url.split('?');
    const isSigned = request.headers[LOGIN_HEADER] !== undefined;
    if (isSigned && faults.consume('signedOut')) throw new ApiError(codes.signedOut);
    // Simulates a lost connection early in the upload: `onRequest` runs after the headers, before
    // the body is read.
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

/** Controls of test installations: clock, faults, personas. Forms redirect to the page. */
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
      await waitForRunningJobs(services);
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
      await syncVehicleLinks(services);
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

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const leaps: [string, number][] = [
  ['30 seconds', MINUTE / 2],
  ['10 minutes', 10 * MINUTE],
  ['1 hour', HOUR],
  ['24 hours', DAY],
  ['31 days', 31 * DAY],
];

const faults: Record<FaultName, string> = {
  networkLost: 'The connection is lost during an upload',
  signedOut: 'A signed-in API call returns 401 (session ended)',
  exportEmpty: 'A report has no data',
  exportFails: 'The generation of a report fails',
  smtpDown: 'The mail server rejects an e-mail',
};

function testPage(state: {
  now: number;
  ahead: number;
  faults: Record<FaultName, number>;
}): string {
  const now = new Date(state.now).toISOString();
  return plainPage(
    'en',
    'Controls of this test installation',
    `<header>
<h1>Controls of this test installation</h1>
<p>For testers. Production installations have no such page. <a href="/mailbox">Mailbox</a> <a href="/role">Portal</a></p>
</header>
<main>
<article>
<h2>Clock</h2>
<p>It is <time datetime="${now}">${now}</time>, ${Math.round(state.ahead / 1000)} s ahead of the system clock.</p>
<form action="/server/test/clock" method="post">
${leaps.map(([name, ms]) => `<button name="advance" value="${ms}">Advance by ${name}</button>`).join('\n')}
</form>
</article>
<article>
<h2>Faults</h2>
${Object.entries(faults)
  .map(
    ([name, text]) => `<form action="/server/test/fault" method="post">
<input type="hidden" name="name" value="${name}">
<label for="${name}">${text}. Number of times:</label>
<input id="${name}" name="times" type="number" min="0" max="1000" value="${state.faults[name as FaultName]}">
<button>Arm</button>
</form>`,
  )
  .join('\n')}
</article>
<article>
<h2>Personas</h2>
<p>An owner, a public-sector body and a reviewer, with one application in each state.</p>
<form action="/server/test/personas" method="post"><button>Create</button></form>
</article>
</main>`,
  );
}
