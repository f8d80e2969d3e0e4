import { publicFields } from '#applications/public-fields.ts';
import type { FieldProblem } from '#contract/envelope.ts';
import { namesPersonalData, type PublicForm, type publicForm } from '#contract/public-form.ts';
import type { ContractForm } from '#ui/form/contract-form.ts';
import { emptyValues, inputOf } from '#ui/form/typed-values.ts';

/** The public-sector form as it is typed. */
export const emptyPublicRequest = { submissionId: '', ...emptyValues(publicFields) };
export type PublicValues = typeof emptyPublicRequest;
export type PublicContractForm = ContractForm<PublicValues, typeof publicForm>;

/** Converts typed values to the call's input. */
export const publicInput = (values: PublicValues): unknown => inputOf(publicFields, values);

/** Outside an emergency personal data cannot be asked for, as the contract says. */
export function askLawful({ type, dataTypes }: PublicValues): FieldProblem[] {
  const typed = { type, dataTypes } as Pick<PublicForm, 'type' | 'dataTypes'>;
  return type !== '' && namesPersonalData(typed) ? [{ field: 'dataTypes', problem: 'range' }] : [];
}
