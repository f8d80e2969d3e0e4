import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { storedDeskSettings } from './desk-settings.ts';
import { endpoint } from './endpoint.ts';
import { nothing } from './fields.ts';

export const deskDeadlines = endpoint({
  ...calls.deskDeadlines,
  access: 'desk',
  summary: 'The deadlines that the desk works to, as they are set now.',
  input: nothing,
  data: z.extend(
    z.pick(storedDeskSettings, {
      serviceGoalDays: true,
      answerDays: true,
      reportDays: true,
      remindDays: true,
      fourEyes: true,
    }),
    {
      /** Name of the country or the part of one whose holidays count, in the reader's language. */
      holidays: z.string(),
      /** Codes of the grounds on which a refusal is told to the competent authority today. */
      authorityGrounds: z.array(z.string()),
    },
  ),
  example: {},
});
