import type { FieldProblem } from '#contract/envelope.ts';
import type { personalForm } from '#contract/personal-form.ts';
import { personalFields } from '#forms/personal-fields.ts';
import type { ContractForm } from '#ui/form/contract-form.ts';
import { emptyValues, inputOf } from '#ui/form/typed-values.ts';

/** The application form as it is typed. */
export const emptyApplication = { submissionId: '', ...emptyValues(personalFields) };
export type ApplyValues = typeof emptyApplication;
export type ApplyForm = ContractForm<ApplyValues, typeof personalForm>;

/** Converts typed values to the call's input; personal use leaves out a third party typed. */
export function applicationInput(values: ApplyValues): unknown {
  const isThirdParty = values.use === 'thirdParty';
  return inputOf(personalFields, values, isThirdParty ? ['use'] : ['use', 'thirdParty']);
}

/** Personal or third-party use has to be chosen; the contract knows it by the third party's part. */
export function askUse({ use }: ApplyValues): FieldProblem[] {
  return use ? [] : [{ field: 'use', problem: 'required' }];
}
