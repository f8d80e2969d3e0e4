import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { nothing } from './fields.ts';

/** Open sessions of one account; staff see theirs once they gave their second factor. */
export const sessionList = endpoint({
  ...calls.sessionList,
  access: 'signedIn',
  errors: ['secondFactorNeeded'],
  summary: 'The open sessions of the account: the one that asks, then the last used first.',
  input: nothing,
  data: z.array(
    z.object({
      id: z.string(),
      /** ms since the epoch */
      begunAt: z.number(),
      /** ms since the epoch */
      lastUsedAt: z.number(),
      /** Names of the browser and its system; null when they are not known. */
      browser: z.nullable(z.string()),
      /** The session that asks. */
      isThis: z.boolean(),
    }),
  ),
  example: {},
});

export const sessionEnd = endpoint({
  ...calls.sessionEnd,
  access: 'signedIn',
  errors: ['secondFactorNeeded', 'notFound'],
  summary: 'Ends one of the account’s sessions.',
  input: z.strictObject({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  data: z.null(),
  example: { id: '0'.repeat(64) },
});

export const sessionEndOthers = endpoint({
  ...calls.sessionEndOthers,
  access: 'signedIn',
  errors: ['secondFactorNeeded'],
  summary: 'Ends all sessions of the account but the one that asks.',
  input: nothing,
  data: z.object({ ended: z.number() }),
  example: {},
});
