import type { FieldProblem } from '#contract/envelope.ts';
import { namesPersonalData, type PublicForm, type publicForm } from '#contract/public-form.ts';
import { type ContractForm, filled } from '#ui/form/contract-form.ts';
import { typedDate } from '#ui/form/date-field.tsx';
import { typedInstant } from '#ui/form/instant-field.tsx';
import { fileIds } from '#ui/form/upload-field.tsx';
import type { StoredUpload } from '#ui/upload/upload-area.tsx';

/** The public-sector form as it is typed. */
export const emptyPublicRequest = {
  submissionId: '',
  departmentName: '',
  telephone: '',
  contactEmail: '',
  type: '' as '' | PublicForm['type'],
  dataRequest: '',
  dataTypes: [] as PublicForm['dataTypes'],
  from: '',
  to: '',
  scope: '',
  exceptionalNeed: '',
  purpose: '',
  useAndDuration: '',
  erasure: '',
  holderReason: '',
  onwardRecipients: '',
  safeguards: '',
  legalProvision: '',
  deadline: '',
  receptionMethod: '',
  reportLanguage: '',
  materials: [] as StoredUpload[],
};
export type PublicValues = typeof emptyPublicRequest;
export type PublicContractForm = ContractForm<PublicValues, typeof publicForm>;

/** What is sent for what was typed. */
export function publicInput({ submissionId: _, ...values }: PublicValues): unknown {
  return filled({
    ...values,
    from: typedInstant(values.from),
    to: typedInstant(values.to),
    deadline: typedDate(values.deadline),
    materials: fileIds(values.materials),
  });
}

/** Outside an emergency personal data cannot be asked for, as the contract says. */
export function askLawful({ type, dataTypes }: PublicValues): FieldProblem[] {
  if (type === '' || !namesPersonalData({ type, dataTypes })) return [];
  return [{ field: 'dataTypes', problem: 'range' }];
}
