import * as z from 'zod/mini';
import { applicationRecord, applicationSummary } from './application-record.ts';
import { note, recorded } from './assignment.ts';
import { authorityNotice } from './authority.ts';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { erasureNotice, givenData } from './erasure.ts';
import { applicationNumber, EXAMPLE_NUMBER, nothing } from './fields.ts';
import { fourEyes } from './four-eyes.ts';
import { assignee } from './queue.ts';

export const deskApplication = endpoint({
  ...calls.deskApplication,
  access: 'desk',
  errors: ['notFound'],
  summary: 'One application as the reviewer sees it.',
  input: z.strictObject({ applicationNumber: applicationNumber() }),
  data: z.extend(applicationRecord, {
    requesterEmail: z.string(),
    assignee,
    recorded,
    /** The reader is mailed each change by others. */
    isWatched: z.boolean(),
    /** Notes of staff to each other, oldest first; none when the reader is the requester. */
    notes: z.array(note),
    /** Changes since the last one for the same vehicle that the data holder ended. */
    resubmission: z.nullable(
      z.object({
        /** Number of that application. */
        earlier: z.string(),
        fields: z.array(
          z.object({
            /** Dotted path in the form; of the data request under `dataRequest`. */
            field: z.string(),
            /** Codes or texts; none where nothing was answered. */
            before: z.array(z.string()),
            after: z.array(z.string()),
          }),
        ),
        /** Names of files by their content: new, left out, and the same. */
        added: z.array(z.string()),
        removed: z.array(z.string()),
        kept: z.array(z.string()),
      }),
    ),
    /** The requester's other applications, newest first, at most 20, and how many there are. */
    others: z.array(applicationSummary),
    othersTotal: z.number(),
    /**
     * Of a public-sector request that has not ended: the same data, given to another body and not
     * reported erased. The newest three, and how many there are.
     */
    alreadyGiven: z.object({ total: z.number(), items: z.array(givenData) }),
    fourEyes,
    /** Report of a public-sector body on the erasure of the data it was given. */
    erasure: z.nullable(erasureNotice),
    /** Null where the competent authority is not the desk's to notify. */
    authorityNotice: z.nullable(authorityNotice),
  }),
  example: { applicationNumber: EXAMPLE_NUMBER },
});

/** How often somebody at the desk gets mails about applications. */
export const mailRhythms = ['atOnce', 'hourly'] as const;

const rhythm = z.enum(mailRhythms);

export const deskMails = endpoint({
  ...calls.deskMails,
  access: 'desk',
  summary: 'How often the account gets mails about applications, and how many of them wait.',
  input: nothing,
  data: z.object({
    rhythm,
    /** Mails that leave together at the next full hour. */
    waiting: z.number(),
  }),
  example: {},
});

export const deskMailsChange = endpoint({
  ...calls.deskMailsChange,
  access: 'desk',
  summary:
    'Changes how often the account gets mails about applications; what waits leaves at once when it is no longer hourly. Codes and mails about security never wait.',
  input: z.strictObject({ rhythm }),
  data: z.null(),
  example: { rhythm: 'hourly' },
});
