import type { DataRequestForm } from '#contract/data-request-form.ts';
import { msg } from '#lib/words/msg.ts';
import {
  contactEmail,
  endTime,
  reportLanguage,
  signedAgreement,
  startTime,
  wantedDataTypes,
} from './common-fields.ts';
import type { FieldsOf } from './field.ts';

export const dataRequestFields = {
  from: { ...startTime, part: 'time' },
  to: { ...endTime, part: 'time' },
  dataTypes: wantedDataTypes,
  masking: {
    label: msg`Data masking`,
    control: {
      kind: 'yesNo',
      choices: [
        {
          value: 'no',
          label: msg`No, give me the unmasked data`,
          description: msg`Exact values, times and places. Best for your own use.`,
        },
        {
          value: 'yes',
          label: msg`Yes, mask the data`,
          description: msg`Masking hides what can identify a person, at the level chosen below.`,
        },
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
    ...contactEmail,
    description: msg`The password of the report is sent to this address.`,
    part: 'delivery',
  },
  reportLanguage,
  scope: {
    label: msg`Scope of the data request`,
    control: { kind: 'text' },
    prompt: msg`Check the scope of the data request`,
    isOptional: true,
    part: 'delivery',
  },
  agreement: signedAgreement,
} as const satisfies FieldsOf<DataRequestForm>;
