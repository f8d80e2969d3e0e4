import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { nothing, PRINTABLE } from './fields.ts';
import { MAX_DRAFT } from './limits.ts';

/** A form that can be begun: those that begin an application, and those about one application. */
const NAME =
  /^(application|public-request|(data-request|supplement|decision|note|authority|erasure|quote):VD-\d{8}-[0-9A-HJKMNP-TV-Z]{6})$/;
const draftName = () => z.string().check(z.regex(NAME));
/** Version of a draft that the sender has seen; 0 of none. It grows with each saving. */
const version = () => z.int().check(z.nonnegative());

/** A form that was begun and not sent. */
export const draft = z.object({
  version: z.number(),
  /** ms since the epoch */
  savedAt: z.number(),
  /** What was typed, as the page that saved it wrote it. */
  content: z.string(),
});

export const draftList = endpoint({
  ...calls.draftList,
  access: 'signedIn',
  summary: 'Forms that the account has begun on any device and not sent, without what was typed.',
  input: nothing,
  data: z.array(z.object({ name: z.string(), version: z.number(), savedAt: z.number() })),
  example: {},
});

export const draftRead = endpoint({
  ...calls.draftRead,
  access: 'signedIn',
  summary: 'A form that the account has begun and not sent; null of none.',
  input: z.strictObject({ name: draftName() }),
  data: z.nullable(draft),
  example: { name: 'application' },
});

export const draftSave = endpoint({
  ...calls.draftSave,
  access: 'signedIn',
  summary:
    'Keeps what is typed into a form. Where another device has saved it meanwhile nothing is kept, and the answer is what that saved.',
  input: z.strictObject({
    name: draftName(),
    basedOn: version(),
    content: z.string().check(z.minLength(1), z.maxLength(MAX_DRAFT), z.regex(PRINTABLE)),
  }),
  data: z.object({
    isSaved: z.boolean(),
    /** The draft as it is now; null when it was sent or deleted meanwhile. */
    draft: z.nullable(draft),
  }),
  example: { name: 'application', basedOn: 0, content: '{"values":{}}' },
});

export const draftForget = endpoint({
  ...calls.draftForget,
  access: 'signedIn',
  summary: 'Deletes what was typed into a form that is not sent.',
  input: z.strictObject({ name: draftName() }),
  data: z.null(),
  example: { name: 'application' },
});
