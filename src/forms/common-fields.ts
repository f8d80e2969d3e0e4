import { msg } from '#lib/words/msg.ts';
import type { Field } from './field.ts';

export const emailFormat = msg`Enter the e-mail in the correct format, like name@example.eu. Accents and other alphabets are possible only after the @`;

export const startTime = {
  label: msg`Start time`,
  control: { kind: 'instant' },
  prompt: msg`Enter the start time`,
  range: msg`Enter a start time after 1 January 1970`,
  row: 'time',
} as const satisfies Field;

export const endTime = {
  label: msg`End time`,
  control: { kind: 'instant' },
  prompt: msg`Enter the end time`,
  range: msg`The end time must be after the start time, and not in the future`,
  row: 'time',
} as const satisfies Field;

export const wantedDataTypes = {
  label: msg`Data types`,
  control: { kind: 'severalOptions', options: 'dataTypes' },
  prompt: msg`Choose at least one data type`,
} as const satisfies Field;

export const contactEmail = {
  label: msg`Contact e-mail`,
  control: { kind: 'line', type: 'email', autoComplete: 'email' },
  prompt: msg`Enter the contact e-mail`,
  format: emailFormat,
} as const satisfies Field;

export const reportLanguage = {
  label: msg`Report language`,
  control: { kind: 'select', options: 'reportLanguages' },
  prompt: msg`Choose the report language`,
  part: 'delivery',
} as const satisfies Field;

export const signedAgreement = {
  label: msg`Signed Data Sharing Agreement`,
  shortLabel: msg`Data Sharing Agreement`,
  control: { kind: 'files', usage: 'agreement' },
  prompt: msg`Please upload the Data Sharing Agreement`,
} as const satisfies Field;
