import * as z from 'zod/mini';
import type { DataRequestForm } from './data-request-form.ts';
import type { PersonalForm } from './personal-form.ts';
import type { PublicForm } from './public-form.ts';

/**
 * Forms as they are kept and shown: what was filed may be older than a field, a limit or an option
 * of today's form. So no field has to be there, and codes are any text. Lists that are not there
 * are empty.
 */
const text = z.optional(z.string());
const flag = z.optional(z.boolean());
const list = z._default(z.array(z.string()), []);

/** One schema for every field that a form has today; beside them, fields that it once had. */
type Fields<Form> = { [Field in keyof Required<Form>]: z.ZodMiniType };

const storedUser = z.object({
  title: text,
  lastName: text,
  middleName: text,
  firstName: text,
  dateOfBirth: text,
  phone: text,
  address: text,
  postCode: text,
  city: text,
  country: text,
} satisfies Fields<PersonalForm['user']>);

const storedThirdParty = z.object({
  name: text,
  location: text,
  materials: list,
  agreement: list,
} satisfies Fields<NonNullable<PersonalForm['thirdParty']>>);

const storedVehicle = z.object({
  vehicleId: text,
  proof: list,
} satisfies Fields<PersonalForm['vehicle']>);

export const storedPersonalForm = z.object({
  user: z.prefault(storedUser, {}),
  vehicle: z.prefault(storedVehicle, {}),
  purpose: text,
  purposeDetails: text,
  /** Absent for personal use. */
  thirdParty: z.optional(storedThirdParty),
  userAgreementAccepted: flag,
} satisfies Fields<PersonalForm>);
export type StoredPersonalForm = z.infer<typeof storedPersonalForm>;

export const storedPublicForm = z.object({
  departmentName: text,
  telephone: text,
  contactEmail: text,
  type: text,
  dataRequest: text,
  dataTypes: list,
  from: text,
  to: text,
  scope: text,
  exceptionalNeed: text,
  purpose: text,
  useAndDuration: text,
  erasure: text,
  holderReason: text,
  onwardRecipients: text,
  safeguards: text,
  legalProvision: text,
  deadline: text,
  receptionMethod: text,
  reportLanguage: text,
  materials: list,
} satisfies Fields<PublicForm>);
export type StoredPublicForm = z.infer<typeof storedPublicForm>;

export const storedDataRequest = z.object({
  from: text,
  to: text,
  dataTypes: list,
  masking: flag,
  contactEmail: text,
  reportLanguage: text,
  scope: text,
  agreement: list,
  userAgreementAccepted: flag,
} satisfies Fields<DataRequestForm>);
export type StoredDataRequest = z.infer<typeof storedDataRequest>;
