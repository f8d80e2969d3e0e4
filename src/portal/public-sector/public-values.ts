import { type FieldProblem, parseInput } from '#contract/envelope.ts';
import { namesPersonalData, type PublicForm, publicForm } from '#contract/public-form.ts';
import { fieldsIn } from '#forms/field.ts';
import { publicFields } from '#forms/public-fields.ts';
import type { ContractForm } from '#ui/form/contract-form.ts';
import { emptyValues, inputOf } from '#ui/form/typed-values.ts';
import { type PublicSection, publicSections, sectionAddress } from '../addresses.ts';

export const emptyPublicRequest = { submissionId: '', ...emptyValues(publicFields) };
export type PublicValues = typeof emptyPublicRequest;
export type PublicContractForm = ContractForm<PublicValues, typeof publicForm>;

export const publicInput = (values: PublicValues): unknown => inputOf(publicFields, values);

/** Outside an emergency, personal data cannot be requested. The contract has the same rule. */
export function askLawful({ type, dataTypes }: PublicValues): FieldProblem[] {
  const typed = { type, dataTypes } as Pick<PublicForm, 'type' | 'dataTypes'>;
  return type !== '' && namesPersonalData(typed) ? [{ field: 'dataTypes', problem: 'range' }] : [];
}

export const publicSteps = publicSections.map((section) => ({
  section,
  address: sectionAddress(section),
  ...(section !== 'check' && { parts: fieldsIn(publicFields, section) }),
}));

export function isSectionDone(values: PublicValues, section: PublicSection): boolean {
  if (section === 'check') return false;
  const parsed = parseInput(publicForm, publicInput(values));
  const broken = [...('fields' in parsed ? parsed.fields : []), ...askLawful(values)];
  const sectionFields = fieldsIn(publicFields, section);
  return !broken.some(({ field }) => sectionFields.includes(field.replace(/\.\d+$/, '')));
}
