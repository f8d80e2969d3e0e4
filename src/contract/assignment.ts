import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import {
  applicationNumber,
  applicationNumberInput,
  assignee,
  EXAMPLE_NUMBER,
  line,
  text,
} from './fields.ts';
import { MAX_PAGE_SIZE } from './limits.ts';

const subject = { applicationNumber: applicationNumber() };
const assigning = {
  access: 'reviewer',
  errors: ['notFound', 'notAllowedNow', 'takenByOther'],
  data: z.object({ assignee }),
} as const;
const reviewerCall = { access: 'reviewer', errors: ['notFound', 'notAllowedNow'] } as const;
const EXAMPLE_ACCOUNT = '2f1c7f0e-5a0b-4f0b-9a55-0d6f1f4a9c11';
const EXAMPLE_NOTE = '3f0f2f0e-6f0b-4f6e-9d51-5b7f1c9a2d10';
/** Number of records outside the history: notes, quotes and their answers, disputes, notices. */
export const recorded = z.number();

export const deskTake = endpoint(calls.deskTake, {
  ...assigning,
  summary:
    'Assigns an unassigned application to the caller: then no other reviewer decides. Takes back what the caller handed over, until its assignee acts.',
  ...applicationNumberInput,
});

export const deskHandOver = endpoint(calls.deskHandOver, {
  ...assigning,
  summary: 'Assigns an application to a colleague. For its assignee and for leads.',
  input: z.strictObject({
    ...subject,
    to: line(),
  }),
  example: { applicationNumber: EXAMPLE_NUMBER, to: EXAMPLE_ACCOUNT },
});

export const deskHandOverAll = endpoint(calls.deskHandOverAll, {
  access: 'reviewer',
  summary:
    'Assigns several applications to a colleague, who gets one e-mail. Leaves out those that `deskHandOver` rejects, and returns the numbers of the others.',
  input: z.strictObject({
    applicationNumbers: z
      .array(applicationNumber())
      .check(z.minLength(1), z.maxLength(MAX_PAGE_SIZE)),
    to: line(),
  }),
  data: z.object({ handedOver: z.array(z.string()) }),
  example: { applicationNumbers: [EXAMPLE_NUMBER], to: EXAMPLE_ACCOUNT },
});

export const deskRelease = endpoint(calls.deskRelease, {
  ...assigning,
  summary: 'Removes the assignment of an application. For its assignee and for leads.',
  ...applicationNumberInput,
});

export const deskPresence = endpoint(calls.deskPresence, {
  access: 'desk',
  errors: ['notFound'],
  summary:
    'Reports that the caller has an application open; returns who else has, with its revision.',
  ...applicationNumberInput,
  data: z.object({ others: z.array(z.string()), revision: z.number(), assignee, recorded }),
});

export const deskWatch = endpoint(calls.deskWatch, {
  ...reviewerCall,
  summary:
    'Starts or stops watching an application: watchers get a mail about each change by others.',
  input: z.strictObject({ ...subject, isWatched: z.boolean() }),
  example: { applicationNumber: EXAMPLE_NUMBER, isWatched: true },
});

export const note = z.object({
  id: z.string(),
  at: z.number(),
  author: z.string(),
  /** Empty if the note was withdrawn. */
  text: z.string(),
  changedAt: z.nullable(z.number()),
  earlier: z.array(z.object({ at: z.number(), text: z.string() })),
  mentions: z.array(z.string()),
  /**
   * If the note asks a colleague for an opinion: the colleague's e-mail address, the note with the
   * answer, and whether the answer agrees to an approval.
   */
  opinion: z.nullable(
    z.object({ of: z.string(), answer: z.nullable(z.string()), agrees: z.nullable(z.boolean()) }),
  ),
});

export const deskOpinionAsk = endpoint(calls.deskOpinionAsk, {
  ...reviewerCall,
  summary: 'Asks a colleague by e-mail for an opinion on an application, in a note.',
  input: z.strictObject({ ...subject, of: line(), note: text() }),
  data: note,
  example: {
    applicationNumber: EXAMPLE_NUMBER,
    of: EXAMPLE_ACCOUNT,
    note: 'Is a lease proof enough?',
  },
});

export const deskOpinionGive = endpoint(calls.deskOpinionGive, {
  ...reviewerCall,
  summary: 'Gives the requested opinion in a note.',
  input: z.strictObject({
    ...subject,
    question: z.uuid(),
    note: text(),
    agrees: z.optional(z.boolean()),
  }),
  data: note,
  example: {
    applicationNumber: EXAMPLE_NUMBER,
    question: EXAMPLE_NOTE,
    note: 'Yes, it names the user.',
    agrees: true,
  },
});

export const deskNoteAdd = endpoint(calls.deskNoteAdd, {
  ...reviewerCall,
  summary:
    'Adds a note for staff, which the requester never sees. Staff mentioned with @ get a mail.',
  input: z.strictObject({ ...subject, note: text() }),
  data: note,
  example: { applicationNumber: EXAMPLE_NUMBER, note: 'The dealer confirms the sale by phone.' },
});

export const deskNoteChange = endpoint(calls.deskNoteChange, {
  ...reviewerCall,
  summary:
    'Corrects or withdraws a note of the caller. Staff can still read the earlier versions. A withdrawn question needs no answer; a withdrawn opinion is asked for again.',
  input: z.strictObject({
    ...subject,
    id: z.uuid(),
    correction: z.nullable(text()),
  }),
  example: {
    applicationNumber: EXAMPLE_NUMBER,
    id: EXAMPLE_NOTE,
    correction: 'The dealer confirms the sale in writing.',
  },
});
