import { type FieldProblem, parseInput } from '#contract/envelope.ts';
import { namesPersonalData, type PublicForm, publicForm } from '#contract/public-form.ts';
import { fieldsIn } from '#forms/field.ts';
import { publicFields } from '#forms/public-fields.ts';
import type { ContractForm } from '#ui/form/contract-form.ts';
import { emptyValues, inputOf } from '#ui/form/typed-values.ts';
import { PUBLIC_FORM } from '../addresses.ts';

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

/** The parts of the form, each a page of its own. */
export const askedSections = ['body', 'data', 'use', 'formalities', 'delivery'] as const;
type AskedSection = (typeof askedSections)[number];

/** The same, and the page where all is checked and sent. */
export const publicSections = [...askedSections, 'check'] as const;
export type PublicSection = (typeof publicSections)[number];

/** Address of a section; the first one is at that of the form. */
export const sectionAddress = (section: PublicSection) =>
  section === 'body' ? PUBLIC_FORM : `${PUBLIC_FORM}/${section}`;

/** Paths of the fields that a section asks for. */
export const fieldsOfSection = (section: AskedSection) => fieldsIn(publicFields, section);

/** The section that asks for a field. */
export const sectionOf = (field: string): PublicSection =>
  askedSections.find((section) => fieldsOfSection(section).includes(field)) ?? 'body';

/** Whether all that a section asks for is answered, and rightly. */
export function isSectionDone(values: PublicValues, section: PublicSection): boolean {
  if (section === 'check') return false;
  const parsed = parseInput(publicForm, publicInput(values));
  const broken = [...('fields' in parsed ? parsed.fields : []), ...askLawful(values)];
  const asked = fieldsOfSection(section);
  return !broken.some(({ field }) => asked.includes(field.replace(/\.\d+$/, '')));
}
