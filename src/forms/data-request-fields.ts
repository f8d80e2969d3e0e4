import type { DataRequestForm } from '#contract/data-request-form.ts';
import { msg } from '#lib/words/msg.ts';
import type { FieldsOf } from './field.ts';

export const dataRequestFields = {
  from: {
    label: msg`Start time`,
    control: { kind: 'instant' },
    prompt: msg`Enter the start time`,
    range: msg`Enter a start time after 1 January 1970`,
    part: 'time',
    row: 'time',
  },
  to: {
    label: msg`End time`,
    control: { kind: 'instant' },
    prompt: msg`Enter the end time`,
    range: msg`The end time must be after the start time, and not in the future`,
    part: 'time',
    row: 'time',
  },
  dataTypes: {
    label: msg`Data types`,
    control: { kind: 'severalOptions', options: 'dataTypes' },
    prompt: msg`Choose at least one data type`,
  },
  masking: {
    label: msg`Data masking`,
    description: msg`Masking hides what can identify a person, at the level chosen below.`,
    control: {
      kind: 'yesNo',
      choices: [
        { value: 'no', label: msg`No, give me the unmasked data` },
        { value: 'yes', label: msg`Yes, mask the data` },
      ],
    },
    prompt: msg`Choose whether the data are masked`,
    part: 'delivery',
  },
  maskingLevel: {
    label: msg`Level of masking`,
    control: { kind: 'options', options: 'maskingLevels' },
    prompt: msg`Choose whether the data are masked`,
    isOptional: true,
    onlyAfter: { path: 'masking', answer: 'yes' },
    part: 'delivery',
  },
  contactEmail: {
    label: msg`Contact e-mail`,
    description: msg`The password of the report is sent to this address.`,
    control: { kind: 'line', type: 'email', autoComplete: 'email' },
    prompt: msg`Enter the contact e-mail`,
    format: msg`Enter the e-mail in the correct format, like name@example.eu. Accents and other alphabets are possible only after the @`,
    part: 'delivery',
  },
  reportLanguage: {
    label: msg`Report language`,
    control: { kind: 'select', options: 'reportLanguages' },
    prompt: msg`Choose the report language`,
    part: 'delivery',
  },
  scope: {
    label: msg`Scope of the data request`,
    control: { kind: 'text' },
    prompt: msg`Check the scope of the data request`,
    isOptional: true,
    part: 'delivery',
  },
  agreement: {
    label: msg`Signed Data Sharing Agreement`,
    shortLabel: msg`Data Sharing Agreement`,
    control: { kind: 'files', usage: 'agreement' },
    prompt: msg`Please upload the Data Sharing Agreement`,
  },
} as const satisfies FieldsOf<DataRequestForm>;
