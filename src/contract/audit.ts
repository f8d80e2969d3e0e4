import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import { applicationNumber, email, instant, nothing, page, pageSize } from './fields.ts';
import { MAX_LINE } from './limits.ts';

/** Actions about who comes in, or does not: entries of theirs are kept for `ACCESS_LOG_DAYS`. */
export const accessActions = [
  'signIn.succeed',
  'signIn.fail',
  'signIn.lock',
  'signIn.lift',
  'secondFactor.fail',
  'access.refuse',
  'session.end',
] as const;

/** Actions of calls that pages repeat by themselves: one entry a visit. */
export const readActions: readonly AuditAction[] = ['queue.list', 'application.open'];

/**
 * Actions that the audit log records. `queue.list`: a page of the queue, which shows who applied,
 * `queue.export`: a part of a file of it, `log.export`: an event log with pseudonyms,
 * `opinion.give`: an opinion that agrees to an approval or advises against it. Decisions stand in each application's own history.
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
  'opinion.give',
  'erasure.record',
  'vehicle.erase',
  'authority.notify',
  'dispute.record',
  'dispute.end',
  'dispute.pack',
  'acknowledgement.ask',
  'quote.send',
  'quote.withdraw',
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
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Filter of the log; without any part, all of it. */
const auditFilter = {
  /** Address of who acted; `command line` for the machine's own. */
  actor: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(MAX_LINE))),
  /** Address of the requester whose applications were acted on. */
  requester: z.optional(email()),
  applicationNumber: z.optional(applicationNumber()),
  action: z.optional(z.enum(auditActions)),
  /** From this instant on. */
  from: z.optional(instant()),
  /** Before this instant. */
  to: z.optional(instant()),
};

export const auditTrail = endpoint({
  ...calls.auditTrail,
  access: 'auditor',
  summary: 'Who opened and changed what, newest first, a page at a time.',
  input: z.strictObject({ ...auditFilter, page: page(), pageSize: pageSize() }),
  data: z.object({
    total: z.number(),
    items: z.array(
      z.object({
        seq: z.number(),
        at: z.number(),
        /** Address of the actor. */
        actor: z.string(),
        /** Of an older log, perhaps an action that there is no more. */
        action: z.string(),
        applicationNumber: z.nullable(z.string()),
        /** Requester of the application; null once it is erased. */
        requester: z.nullable(z.string()),
        /** Subject; of `queue.list` and `queue.export` the numbers shown, of a file its name while it is kept. */
        detail: z.nullable(z.string()),
      }),
    ),
  }),
  example: { actor: 'reviewer@example.eu', from: '2026-11-01T00:00:00Z', page: 1, pageSize: 20 },
});

export const auditVerify = endpoint({
  ...calls.auditVerify,
  access: 'auditor',
  summary: 'Recomputes every hash of the audit log and of all histories.',
  input: nothing,
  data: z.object({
    entries: z.number(),
    histories: z.number(),
    /** Broken places of the chains: a number of the log, or an application with a revision. */
    broken: z.array(z.string()),
  }),
  example: {},
});

export const auditExport = fileEndpoint({
  ...calls.auditExport,
  access: 'auditor',
  summary:
    'The audit log, or the part that fits, oldest first, as CSV or JSON Lines, for an authority.',
  input: z.strictObject({ format: z.enum(['csv', 'jsonl']), ...auditFilter }),
  example: { format: 'csv', from: '2026-11-01T00:00:00Z' },
});
