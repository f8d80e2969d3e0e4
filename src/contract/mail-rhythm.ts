import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { nothing } from './fields.ts';

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
