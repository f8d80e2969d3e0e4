import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { type Decision, decisions } from './decision.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import { applicationNumber, email, instant, oneLine, page, pageSize } from './fields.ts';
import { MAX_LINE } from './limits.ts';

/** Sign-in and access actions. Their entries are kept for `ACCESS_LOG_DAYS`. */
export const accessActions = [
  'signIn.succeed',
  'signIn.fail',
  'signIn.lock',
  'signIn.lift',
  'secondFactor.fail',
  'access.refuse',
  'session.end',
] as const;

type DecisionEvent = (typeof decisions)[Decision]['event'] | 'decision.undo';

export const decisionEvents: readonly DecisionEvent[] = [
  ...Object.values(decisions).map(({ event }) => event),
  'decision.undo',
];

/** Reads of pages that refresh themselves. They are logged once per visit. */
export const polledReads = ['queue.list', 'application.open', 'grant.list'] as const;
export const readActions = [...polledReads, 'file.open'] as const;

/**
 * Actions in the audit log. `queue.list`: a page of the queue with requesters' names;
 * `queue.export`: a part of the exported queue; `log.export`: an event log with pseudonyms;
 * `opinion.give`: an opinion for or against an approval.
 */
export const auditActions = [
  'queue.list',
  'queue.export',
  'application.open',
  'file.open',
  'file.damaged',
  'application.take',
  'application.handOver',
  'application.release',
  'note.add',
  'note.correct',
  'note.withdraw',
  'opinion.give',
  'erasure.record',
  'erasure.correct',
  'vehicle.erase',
  'authority.notify',
  'authority.correct',
  'dispute.record',
  'dispute.end',
  'dispute.correct',
  'outcome.correct',
  'record.withdraw',
  'dispute.pack',
  'acknowledgement.ask',
  'quote.send',
  'quote.withdraw',
  'grant.list',
  'grant.suspend',
  'grant.resume',
  'token.create',
  'token.revoke',
  'token.use',
  'recipient.name',
  'recipient.withdraw',
  'recipient.prove',
  'recipient.fetch',
  'staff.change',
  'company.link',
  'company.unlink',
  'staff.nominate',
  'staff.decline',
  'address.unlock',
  'secondFactor.setUp',
  'secondFactor.recoveryCode',
  'secondFactor.forget',
  'passkey.add',
  'passkey.remove',
  'settings.change',
  'template.save',
  'template.remove',
  'job.retry',
  'job.giveUp',
  'audit.export',
  'log.export',
  ...accessActions,
  ...decisionEvents,
] as const;
export type AuditAction = (typeof auditActions)[number];

const auditFilter = {
  /** E-mail address of the actor; `command line` for an operator's command. */
  actor: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(MAX_LINE), oneLine())),
  requester: z.optional(email()),
  applicationNumber: z.optional(applicationNumber()),
  action: z.optional(z.enum(auditActions)),
  /** Inclusive. */
  from: z.optional(instant()),
  /** Exclusive. */
  to: z.optional(instant()),
};

export const auditTrail = endpoint(calls.auditTrail, {
  access: 'auditor',
  summary: 'The audit log of reads and changes, newest first, by page.',
  input: z.strictObject({ ...auditFilter, page: page(), pageSize: pageSize() }),
  data: z.object({
    total: z.number(),
    items: z.array(
      z.object({
        seq: z.number(),
        at: z.number(),
        actor: z.string(),
        action: z.string(),
        applicationNumber: z.nullable(z.string()),
        requester: z.nullable(z.string()),
        /** Depends on the action, for example application numbers. Known ids are shown as names. */
        detail: z.nullable(z.string()),
      }),
    ),
  }),
  example: { actor: 'reviewer@example.eu', from: '2026-11-01T00:00:00Z', page: 1, pageSize: 20 },
});

export const auditVerify = endpoint(calls.auditVerify, {
  access: 'auditor',
  summary: 'Recomputes every hash of the audit log and of all histories.',
  data: z.object({
    entries: z.number(),
    histories: z.number(),
    /** Where the verification failed, such as the number of an entry or of an application. */
    broken: z.array(z.string()),
  }),
});

export const auditExport = fileEndpoint(calls.auditExport, {
  access: 'auditor',
  summary: 'The audit log, or the part that matches, oldest first, as CSV or JSON Lines.',
  input: z.strictObject({ format: z.enum(['csv', 'jsonl']), ...auditFilter }),
  example: { format: 'csv', from: '2026-11-01T00:00:00Z' },
});
