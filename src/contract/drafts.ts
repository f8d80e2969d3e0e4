import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { PRINTABLE } from './fields.ts';
import { MAX_DRAFT_CHARACTERS } from './limits.ts';

const NAME =
  /^(application|public-request|(data-request|supplement|dispute|objection|passing-on|recipient|decision|note|authority|erasure|quote):VD-\d{8}-[0-9A-HJKMNP-TV-Z]{6})$/;
const draftName = () => z.string().check(z.regex(NAME));

export const draft = z.object({
  revision: z.number(),
  savedAt: z.number(),
  content: z.string(),
});

export const draftRead = endpoint(calls.draftRead, {
  access: 'signedIn',
  summary: 'A draft of the account; null without one.',
  input: z.strictObject({ name: draftName() }),
  data: z.nullable(draft),
  example: { name: 'application' },
});

export const draftSave = endpoint(calls.draftSave, {
  access: 'signedIn',
  errors: ['draftOutdated'],
  summary:
    'Saves a draft. Rejected when the draft was saved, sent or deleted elsewhere since `revision`. A repeated save of the same content succeeds.',
  input: z.strictObject({
    name: draftName(),
    /** Revision on which the content is based; 0 if there is no draft. */
    revision: z.int().check(z.nonnegative()),
    content: z
      .string()
      .check(z.minLength(1), z.maxLength(MAX_DRAFT_CHARACTERS), z.regex(PRINTABLE)),
  }),
  data: z.object({ revision: z.number() }),
  example: { name: 'application', revision: 0, content: '{"values":{}}' },
});

export const draftForget = endpoint(calls.draftForget, {
  access: 'signedIn',
  summary: 'Deletes a draft.',
  input: z.strictObject({ name: draftName() }),
  example: { name: 'application' },
});
