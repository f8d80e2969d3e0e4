import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { languageCodes } from './languages.ts';

export const workKinds = [
  'mail',
  'digest',
  'report',
  'recipientCopy',
  'scan',
  'dueDates',
  'sortNames',
  'projection',
] as const;
export type WorkKind = (typeof workKinds)[number];

export const MAX_FAILED_WORK = 100;

const EXAMPLE_ID = '7f1c2b9e-3d4a-4c8b-9a51-0e6d2f8b4c11';

export const operationState = endpoint(calls.operationState, {
  access: 'lead',
  summary: `Pending background work by kind, and failed work, ${MAX_FAILED_WORK} at most.`,
  data: z.object({
    /** Time from which a restored installation holds back its mail; null if mail is sent. */
    mailHeldSince: z.nullable(z.number()),
    kinds: z.array(
      z.object({
        kind: z.enum(workKinds),
        due: z.number(),
        working: z.number(),
        later: z.number(),
        dead: z.number(),
        dueSince: z.nullable(z.number()),
      }),
    ),
    failed: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(workKinds),
        applicationNumber: z.nullable(z.string()),
        mail: z.nullable(z.object({ subject: z.string(), language: z.enum(languageCodes) })),
        failingSince: z.number(),
        attempts: z.number(),
        nextAt: z.nullable(z.number()),
        /** Last error message, without e-mail addresses and user input. */
        error: z.string(),
      }),
    ),
  }),
});

export const operationRetry = endpoint(calls.operationRetry, {
  access: 'lead',
  summary: 'Retries failed work now, for a day. Work that is done meanwhile is skipped.',
  input: z.strictObject({
    ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_FAILED_WORK)),
  }),
  data: z.object({ count: z.number() }),
  example: { ids: [EXAMPLE_ID] },
});

export const operationGiveUp = endpoint(calls.operationGiveUp, {
  access: 'lead',
  errors: ['notFound'],
  summary: 'Gives up a failing mail. Other work cannot be given up.',
  input: z.strictObject({ id: z.uuid() }),
  example: { id: EXAMPLE_ID },
});
