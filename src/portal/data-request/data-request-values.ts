import type { dataRequestForm } from '#contract/data-request-form.ts';
import { dataRequestFields } from '#forms/data-request-fields.ts';
import type { ContractForm } from '#ui/form/contract-form.ts';
import { emptyValues, inputOf } from '#ui/form/typed-values.ts';

/** The data-information form as it is typed; times on the reader's own clock. */
export const emptyDataRequest = emptyValues(dataRequestFields);
export type DataRequestValues = typeof emptyDataRequest;
export type DataRequestForm = ContractForm<DataRequestValues, typeof dataRequestForm>;

/** Converts typed values to the call's input. */
export const dataRequestInput = (values: DataRequestValues): unknown =>
  inputOf(dataRequestFields, values);
