import type { FastifyInstance } from 'fastify';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { languageCodes } from '#contract/languages.ts';
import { MAX_FAILED_WORK } from '#contract/operation.ts';
import { processMetrics, storeMetrics } from '#server/operations/metrics.ts';
import { healthOf, withTimeout } from '#server/operations/readiness.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { JobKind } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Telemetry } from '#server/platform/database/telemetry.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { isBearer } from '#server/platform/http/limit-requests.ts';
import { masked, messageOf } from '#server/platform/http/log.ts';
import type { Route } from '#server/platform/http/route.ts';
import {
  failedJobs,
  giveUpMail,
  queueByKind,
  reviveJobs,
} from '#server/platform/jobs/job-overview.ts';
import { mailHeldSince } from '#server/platform/mail/mail-hold.ts';

/** Interval and first delay, in ms, of health checks that log failures even without a probe. */
const CHECK_EVERY = 60_000;
const FIRST_CHECK_AFTER = 5_000;

const schema = { hide: true };

export function operationRoutes(
  app: FastifyInstance,
  services: Services,
  telemetry: Telemetry,
): void {
  const health = healthOf(services, app.log);
  const ofProcess = processMetrics(services, health);
  const ofStore = storeMetrics(services);
  const timers: NodeJS.Timeout[] = [];
  app.addHook('onListen', async () => {
    const check = () => void health().catch((error) => app.log.error(error));
    timers.push(setTimeout(check, FIRST_CHECK_AFTER), setInterval(check, CHECK_EVERY));
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });

  app.get('/livez', { schema }, async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  );

  app.get('/readyz', { schema }, async (request, reply) => {
    const { exclude } = request.query as { exclude?: string | string[] };
    const { reasons, warnings } = await health([exclude ?? []].flat());
    const notReady = Object.keys(reasons);
    const status = notReady.length === 0 ? 'ready' : 'notReady';
    return reply
      .status(notReady.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, notReady, reasons, warnings });
  });

  app.get('/metrics', { schema }, async (request, reply) => {
    const token = services.config.METRICS_TOKEN;
    if (token === undefined) throw new ApiError(codes.notFound);
    if (!isBearer(request, token)) {
      reply.header('www-authenticate', 'Bearer');
      throw new ApiError(codes.signedOut);
    }
    const figures = await Promise.all([
      telemetry.registry.metrics(),
      ofProcess.metrics(),
      // `portal_check` shows why metrics of the database are missing.
      withTimeout(ofStore.metrics()).catch((error) => {
        request.log.warn(`Metrics of the database are missing: ${messageOf(error)}`);
        return '';
      }),
    ]);
    return reply
      .header('cache-control', 'no-store')
      .type(telemetry.registry.contentType)
      .send(figures.join('\n'));
  });
}

export function failedWorkRoutes(route: Route, services: Services): void {
  const { store, now } = services;

  route(endpoints.operationState, async () => {
    const [queue, failed, heldSince] = await Promise.all([
      queueByKind(store, now()),
      failedJobs(store, MAX_FAILED_WORK),
      mailHeldSince(store.db),
    ]);
    return {
      mailHeldSince: heldSince,
      kinds: queue,
      failed: failed.map((job) => ({
        id: job.id,
        kind: job.kind,
        applicationNumber: numberOf(job),
        mail: mailOf(job),
        failingSince: job.failing_since ?? 0,
        attempts: job.attempts,
        nextAt: job.dead_at ? null : job.run_at,
        error: errorText(job.kind, job.last_error ?? ''),
      })),
    };
  });

  route(endpoints.operationRetry, ({ ids }, { account }) =>
    store.transact(async (trx) => {
      const revived = await reviveJobs(trx, ids, now());
      for (const { kind } of revived)
        await appendAuditEvent(services, trx, { by: account, action: 'job.retry', detail: kind });
      return { count: revived.length };
    }),
  );

  route(endpoints.operationGiveUp, ({ id }, { account }) =>
    store.transact(async (trx) => {
      const mail = await giveUpMail(trx, id, now());
      if (!mail) throw new ApiError(codes.notFound);
      await appendAuditEvent(services, trx, {
        by: account,
        action: 'job.giveUp',
        ...(mail.application_number && { reference: mail.application_number }),
        detail: 'mail',
      });
    }),
  );
}

const subjectIsNumber: readonly JobKind[] = ['report', 'recipientCopy', 'projection'];

function numberOf(job: { kind: JobKind; subject: string; application_number: string | null }) {
  return subjectIsNumber.includes(job.kind) ? job.subject : job.application_number;
}

function mailOf(job: { mail_subject: string | null; mail_language: string | null }) {
  const language = languageCodes.find((code) => code === job.mail_language);
  return job.mail_subject === null || !language ? null : { subject: job.mail_subject, language };
}

/** Keeps the codes of a mail server's reply; the rest may contain names (RFC 5321 §4.2). */
function errorText(kind: JobKind, error: string): string {
  if (kind !== 'mail') return masked(error);
  const [, ours = error, codes = ''] =
    /^(.*?)(?::\s(\d{3}(?:[ -]\d\.\d+\.\d+)?\b)?.*)?$/s.exec(error) ?? [];
  return masked(ours) + (codes && `: ${codes.replace('-', ' ')}`);
}
