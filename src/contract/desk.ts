import * as z from 'zod/mini';
import { answerChange, applicationSummary, staffRecord } from './application-record.ts';
import { note, recorded } from './assignment.ts';
import { calls } from './calls.ts';
import { correction } from './corrections.ts';
import { endpoint } from './endpoint.ts';
import { applicationNumberInput, assignee } from './fields.ts';
import { fourEyes } from './four-eyes.ts';
import { authorityNotice, erasureNotice, givenData } from './notices.ts';

export const deskApplication = endpoint(calls.deskApplication, {
  access: 'desk',
  errors: ['notFound'],
  summary: 'An application for reviewers.',
  ...applicationNumberInput,
  data: z.extend(staffRecord, {
    requesterEmail: z.string(),
    requesterName: z.string(),
    /** The user on whose behalf a third party applied. */
    userName: z.nullable(z.string()),
    /**
     * Start of the vehicle's present link to the requester, ms since the epoch; 0 for an open start,
     * null without a link, or while the vehicle source is unavailable.
     */
    linkedSince: z.nullable(z.number()),
    assignee,
    /** Colleague who handed the case over and can take it back; null after the assignee acted. */
    previousAssignee: assignee,
    recorded,
    isWatched: z.boolean(),
    /** Notes among staff, oldest first; empty if the reader is the requester. */
    notes: z.array(note),
    /**
     * Changes since the requester's last application for the same vehicle (of a public body: with
     * the same type and purpose) that a decision of the data holder ended. Compares files by
     * content.
     */
    resubmission: z.nullable(
      z.object({
        earlier: z.string(),
        fields: z.array(answerChange),
        added: z.array(z.string()),
        removed: z.array(z.string()),
        kept: z.array(z.string()),
      }),
    ),
    others: z.array(applicationSummary),
    othersTotal: z.number(),
    /**
     * Data that this open request of a public-sector body asks for, and that other bodies received
     * and have not reported as erased. `items`: the newest three.
     */
    alreadyGiven: z.object({ total: z.number(), items: z.array(givenData) }),
    fourEyes,
    erasure: z.nullable(erasureNotice),
    /** Oldest first; empty if the reader is the requester. */
    corrections: z.array(correction),
    authorityNotice: z.nullable(authorityNotice),
  }),
});

export const mailFrequencies = ['atOnce', 'hourly'] as const;

const frequency = z.enum(mailFrequencies);

export const deskMails = endpoint(calls.deskMails, {
  access: 'desk',
  summary: 'Frequency of the account’s mails about applications, and the number held back.',
  data: z.object({ frequency, waiting: z.number() }),
});

export const deskMailsChange = endpoint(calls.deskMailsChange, {
  access: 'desk',
  summary:
    'Changes the frequency of the account’s mails about applications; mails held back are sent at once when it is no longer hourly. Codes and security mails are never held back.',
  input: z.strictObject({ frequency }),
  example: { frequency: 'hourly' },
});
