import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { option } from './common.ts';
import { endpoint } from './endpoint.ts';
import { email } from './fields.ts';
import { approvalKinds } from './four-eyes.ts';
import { MAX_SET_DAYS } from './limits.ts';

const days = () => z.int().check(z.minimum(1), z.maximum(MAX_SET_DAYS));

/** Settings that a lead can change. Initial values: `deskDefaults` and `AUTHORITY_MAILBOX`. */
const settings = {
  serviceGoalDays: days(),
  answerDays: days(),
  reportDays: days(),
  remindDays: days(),
  holidays: z.string().check(z.minLength(1), z.regex(/^[A-Z]{2}(-[A-Za-z0-9]{1,20})?$/)),
  fourEyes: z.array(z.enum(approvalKinds)).check(z.maxLength(approvalKinds.length)),
  startAssigns: z.boolean(),
  deskMailbox: z.nullable(email()),
  authorityMailbox: z.nullable(email()),
};
export const deskSettings = z.strictObject(settings);
export type DeskSettings = z.infer<typeof deskSettings>;

/** Stored settings, which may exceed the current limits. */
export const storedDeskSettings = z.object({
  serviceGoalDays: z.number(),
  answerDays: z.number(),
  reportDays: z.number(),
  remindDays: z.number(),
  holidays: z.string(),
  fourEyes: z.array(z.enum(approvalKinds)),
  startAssigns: z.boolean(),
  deskMailbox: z.nullable(z.string()),
  authorityMailbox: z.nullable(z.string()),
} satisfies { [Name in keyof DeskSettings]: z.ZodMiniType<DeskSettings[Name]> });

export const deskSettingsRead = endpoint(calls.deskSettingsRead, {
  access: 'auditor',
  summary: 'Settings of the desk.',
  data: z.object({
    values: storedDeskSettings,
    places: z.array(option),
  }),
});

export const deskSettingsChange = endpoint(calls.deskSettingsChange, {
  access: 'lead',
  needsFreshFactor: true,
  summary: 'Changes the given settings; due dates are recalculated.',
  input: z.partial(deskSettings),
  example: { serviceGoalDays: 20, holidays: 'BE' },
});

export const deskDeadlines = endpoint(calls.deskDeadlines, {
  access: 'desk',
  summary: 'Current deadlines of the desk.',
  data: z.extend(
    z.pick(storedDeskSettings, {
      serviceGoalDays: true,
      answerDays: true,
      reportDays: true,
      remindDays: true,
      fourEyes: true,
    }),
    { holidays: z.string(), authorityGrounds: z.array(z.string()) },
  ),
});
