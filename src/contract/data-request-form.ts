import * as z from 'zod/mini';
import { customerLevels } from './data-types.ts';
import {
  email,
  files,
  fromBeforeTo,
  optionalText,
  rangeBegin,
  rangeEnd,
  wantedDataTypes,
} from './fields.ts';
import { languageCodes } from './languages.ts';
import { storedForm } from './stored-json.ts';

const dataRequestFields = {
  from: rangeBegin(),
  to: rangeEnd(),
  dataTypes: wantedDataTypes(),
  masking: z.boolean(),
  /** Defaults to the first level. */
  maskingLevel: z.optional(z.enum(customerLevels)),
  contactEmail: email(),
  reportLanguage: z.enum(languageCodes),
  scope: optionalText(),
  /** The signed Data Sharing Agreement; required when a third party receives the data. */
  agreement: files(),
};
export const dataRequestForm = z.strictObject(dataRequestFields).check(fromBeforeTo());
export type DataRequestForm = z.infer<typeof dataRequestForm>;

export const storedDataRequest = storedForm(dataRequestForm);
export type StoredDataRequest = z.infer<typeof storedDataRequest>;
