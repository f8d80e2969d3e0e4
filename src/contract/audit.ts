import * as z from 'zod/mini';
import { endpoint, fileEndpoint } from './endpoint.ts';
import { applicationNumber, nothing, page, pageSize } from './fields.ts';

/** What the audit log tells of. Decisions stand in each application's own history. */
export const auditActions = [
  'application.open',
  'file.open',
  'application.take',
  'application.handOver',
  'application.release',
  'note.add',
  'erasure.record',
  'staff.change',
  'address.unlock',
  'secondFactor.setUp',
  'secondFactor.recoveryCode',
  'secondFactor.forget',
  'audit.export',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditTrail = endpoint({
  method: 'POST',
  path: '/server/desk/audit/trail',
  access: 'auditor',
  summary: 'Who opened and changed what, newest first, a page at a time.',
  kind: 'json',
  input: z.strictObject({
    applicationNumber: z.optional(applicationNumber()),
    page: page(),
    pageSize: pageSize(),
  }),
  data: z.object({
    total: z.number(),
    items: z.array(
      z.object({
        seq: z.number(),
        at: z.number(),
        /** Address of the actor. */
        actor: z.string(),
        action: z.enum(auditActions),
        applicationNumber: z.nullable(z.string()),
        detail: z.nullable(z.string()),
      }),
    ),
  }),
  example: { page: 1, pageSize: 20 },
});

export const auditVerify = endpoint({
  method: 'POST',
  path: '/server/desk/audit/verify',
  access: 'auditor',
  summary: 'Recomputes every hash of the audit log and of all histories.',
  kind: 'json',
  input: nothing,
  data: z.object({
    entries: z.number(),
    histories: z.number(),
    /** Where a chain does not hold: a number of the log, or an application with a revision. */
    broken: z.array(z.string()),
  }),
  example: {},
});

export const auditExport = fileEndpoint({
  method: 'GET',
  path: '/server/desk/audit/export',
  access: 'auditor',
  summary: 'The whole audit log as CSV, for an authority.',
  kind: 'query',
  input: nothing,
  data: z.null(),
  example: {},
});
