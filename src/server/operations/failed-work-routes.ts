import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { languageCodes } from '#contract/languages.ts';
import { MAX_FAILED_WORK } from '#contract/operation.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { JobKind } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { masked } from '#server/platform/http/log.ts';
import type { Route } from '#server/platform/http/route.ts';
import {
  failedJobs,
  giveUpMail,
  queueByKind,
  reviveJobs,
} from '#server/platform/jobs/job-overview.ts';
import { mailHeldSince } from '#server/platform/mail/mail-hold.ts';

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
  const language = languageCodes.find((one) => one === job.mail_language);
  return job.mail_subject === null || !language ? null : { subject: job.mail_subject, language };
}

/** Keeps the codes of a mail server's reply; the rest may contain names (RFC 5321 §4.2). */
function errorText(kind: JobKind, error: string): string {
  if (kind !== 'mail') return masked(error);
  const [, ours = error, codes = ''] =
    /^(.*?)(?::\s(\d{3}(?:[ -]\d\.\d+\.\d+)?\b)?.*)?$/s.exec(error) ?? [];
  return masked(ours) + (codes && `: ${codes.replace('-', ' ')}`);
}
