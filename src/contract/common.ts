import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { dataTypes } from './data-types.ts';
import { endpoint } from './endpoint.ts';
import { languageCodes } from './languages.ts';
import { publicApplyTypes } from './options.ts';

export const option = z.object({ code: z.string(), label: z.string() });
export const describedOption = z.extend(option, { description: z.string() });

const policy = z.object({
  title: z.string(),
  updatedOn: z.string(),
  sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
});
export type Policy = z.infer<typeof policy>;

export const agreement = endpoint(calls.agreement, {
  access: 'anyone',
  summary: 'The privacy policy (`SendCaptcha`) or the cookie policy (`Cookie`).',
  input: z.strictObject({ type: z.enum(['SendCaptcha', 'Cookie']) }),
  data: policy,
  example: { type: 'SendCaptcha' },
});

export const config = endpoint(calls.config, {
  access: 'anyone',
  summary: 'Facts of this installation for the pages.',
  data: z.object({
    mode: z.enum(['demonstration', 'production']),
    holderName: z.string(),
    contactMailbox: z.string(),
    mailbox: z.nullable(z.string()),
    publicCharts: z.boolean(),
    companySignIn: z.boolean(),
    demoAccounts: z.array(z.object({ role: z.string(), email: z.string() })),
  }),
});

export const cookieList = endpoint(calls.cookieList, {
  access: 'anyone',
  summary: 'The cookies this site sets, with purpose, category and lifetime.',
  data: z.array(
    z.object({
      name: z.string(),
      category: z.enum(['necessary', 'functional']),
      purpose: z.string(),
      /** Seconds. */
      lifetime: z.number(),
    }),
  ),
});

export const cookieRecord = endpoint(calls.cookieRecord, {
  access: 'anyone',
  summary: 'Records a visitor’s cookie choice.',
  input: z.strictObject({ functional: z.boolean() }),
  data: z.object({ recordId: z.string(), recordedAt: z.number() }),
  example: { functional: true },
});

export const dataTypeOptions = endpoint(calls.dataTypeOptions, {
  access: 'signedIn',
  summary: 'Categories of vehicle data with their signals.',
  data: z.array(
    z.object({
      type: z.enum(dataTypes),
      label: z.string(),
      personal: z.boolean(),
      signals: z.array(z.object({ name: z.string(), unit: z.string(), personal: z.boolean() })),
    }),
  ),
});

export const language = endpoint(calls.language, {
  access: 'anyone',
  summary: 'The languages of the interface.',
  data: z.array(z.object({ code: z.enum(languageCodes), name: z.string() })),
});

export const options = endpoint(calls.options, {
  access: 'anyone',
  summary: 'Options of the forms, in the reader’s language.',
  data: z.object({
    purposes: z.array(option),
    titles: z.array(option),
    countries: z.array(option),
    reportLanguages: z.array(option),
    receptionMethods: z.array(option),
    maskingLevels: z.array(describedOption),
    publicMaskingLevels: z.array(describedOption),
  }),
});

export const publicApplyType = endpoint(calls.publicApplyType, {
  access: 'anyone',
  summary: 'Kinds of exceptional need (Art. 15(1)).',
  data: z.array(z.object({ code: z.enum(publicApplyTypes), label: z.string() })),
});

export const greeting = endpoint(calls.greeting, {
  access: 'anyone',
  summary: 'Returns a greeting with the server’s time.',
  data: z.object({ greeting: z.string(), now: z.number() }),
});
