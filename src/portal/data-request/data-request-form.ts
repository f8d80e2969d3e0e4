import type { dataRequestForm } from '#contract/data-request-form.ts';
import { dataRequestFields } from '#forms/data-request-fields.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import type { ContractForm } from '#ui/form/contract-form.ts';
import { typedInstant } from '#ui/form/text-field.tsx';
import { emptyValues, inputOf } from '#ui/form/typed-values.ts';

export const emptyDataRequest = emptyValues(dataRequestFields);
export type DataRequestValues = typeof emptyDataRequest;
export type DataRequestForm = ContractForm<DataRequestValues, typeof dataRequestForm>;

export const dataRequestInput = (values: DataRequestValues): unknown =>
  inputOf(dataRequestFields, values);

export function typedRange(typed: { from: string; to: string }) {
  const from = typedInstant(typed.from);
  const to = typedInstant(typed.to);
  // While the user types a year, the date is in the distant past.
  return Date.parse(from) >= 0 && Date.parse(from) < Date.parse(to) ? { from, to } : null;
}

export function useCoverage(number: string, range: ReturnType<typeof typedRange>) {
  const query = { applicationNumber: number, ...range };
  const { data, isFailed, isLoading } = useQuery('dataCoverage', query, { silent: true });
  return { coverage: isLoading ? undefined : data, isFailed };
}
