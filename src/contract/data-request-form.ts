import * as z from 'zod/mini';
import { customersLevels } from './data-types.ts';
import {
  accepted,
  email,
  files,
  inOrder,
  optionalText,
  rangeBegin,
  rangeEnd,
  wantedDataTypes,
} from './fields.ts';
import { languageCodes } from './languages.ts';
import { type StoredFields, storedFlag, storedList, storedText } from './stored-json.ts';

const dataRequestFields = {
  from: rangeBegin(),
  /** Exclusive. */
  to: rangeEnd(),
  dataTypes: wantedDataTypes(),
  /** Masked: what identifies a person is hidden or coarsened. */
  masking: z.boolean(),
  /** How much is masked; the first level where it is left out. */
  maskingLevel: z.optional(z.enum(customersLevels)),
  contactEmail: email(),
  reportLanguage: z.enum(languageCodes),
  scope: optionalText(),
  /** The signed Data Sharing Agreement, where a third party receives the data. */
  agreement: files(),
  userAgreementAccepted: accepted(),
};
/** Data request of a qualified requester. `from` is before `to`. */
export const dataRequestForm = z.strictObject(dataRequestFields).check(inOrder());
export type DataRequestForm = z.infer<typeof dataRequestForm>;

/** A data request as it is kept and shown. */
export const storedDataRequest = z.object({
  from: storedText,
  to: storedText,
  dataTypes: storedList,
  masking: storedFlag,
  maskingLevel: storedText,
  contactEmail: storedText,
  reportLanguage: storedText,
  scope: storedText,
  agreement: storedList,
  userAgreementAccepted: storedFlag,
} satisfies StoredFields<DataRequestForm>);
export type StoredDataRequest = z.infer<typeof storedDataRequest>;
