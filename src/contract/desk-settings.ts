import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { option } from './common.ts';
import { endpoint } from './endpoint.ts';
import { email, nothing } from './fields.ts';
import { approvalKinds } from './four-eyes.ts';
import { MAX_SET_DAYS } from './limits.ts';

const days = () => z.int().check(z.minimum(1), z.maximum(MAX_SET_DAYS));

/** Settings that a lead changes; until then environment variables and `limits` decide. */
const settings = {
  /** Days within which the desk means to deal with a customer's application. */
  serviceGoalDays: days(),
  /** Days a requester has for a data request. */
  answerDays: days(),
  /** Days a report can be downloaded. */
  reportDays: days(),
  /** Days before a date at which whose turn it is gets a reminder. */
  remindDays: days(),
  /** Country (`PL`) or part of one (`DE-BY`) whose public holidays are no working days. */
  holidays: z.string().check(z.minLength(1), z.regex(/^[A-Z]{2}(-[A-Za-z0-9]{1,20})?$/)),
  /** Kinds of application that are approved only when another reviewer agrees. */
  fourEyes: z.array(z.enum(approvalKinds)).check(z.maxLength(approvalKinds.length)),
  /** Mail address of the desk for notices that a requester acted. */
  deskMailbox: z.nullable(email()),
  /** The competent authority, which is notified of some refusals; null where it takes no mail. */
  authorityMailbox: z.nullable(email()),
};
export const deskSettings = z.strictObject(settings);
export type DeskSettings = z.infer<typeof deskSettings>;

/** Settings as they are kept and shown: what was set may be outside today's limits. */
export const storedDeskSettings = z.object({
  serviceGoalDays: z.number(),
  answerDays: z.number(),
  reportDays: z.number(),
  remindDays: z.number(),
  holidays: z.string(),
  fourEyes: z.array(z.enum(approvalKinds)),
  deskMailbox: z.nullable(z.string()),
  authorityMailbox: z.nullable(z.string()),
} satisfies { [Name in keyof DeskSettings]: z.ZodMiniType<DeskSettings[Name]> });

export const deskSettingsRead = endpoint({
  ...calls.deskSettingsRead,
  access: 'auditor',
  summary: 'How the desk is set, and how the installation set it at first.',
  input: nothing,
  data: z.object({
    values: storedDeskSettings,
    initial: storedDeskSettings,
    /** Countries and subdivisions whose holidays are known, in the reader's language. */
    places: z.array(option),
  }),
  example: {},
});

export const deskSettingsChange = endpoint({
  ...calls.deskSettingsChange,
  access: 'lead',
  needsFreshFactor: true,
  summary: 'Changes the settings that are named; due dates are recalculated.',
  input: z.partial(deskSettings),
  data: z.null(),
  example: { serviceGoalDays: 20, holidays: 'BE' },
});

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
