import * as z from 'zod/mini';
import {
  accepted,
  birthDate,
  country,
  files,
  line,
  optionalLine,
  optionalText,
  phone,
  requiredFiles,
} from './fields.ts';
import { purposes } from './options.ts';
import { type StoredFields, storedFlag, storedList, storedText } from './stored-json.ts';

/** Person who asks (specification §3, user application form). */
export const userInformation = z.strictObject({
  title: optionalLine(),
  lastName: line(),
  middleName: optionalLine(),
  firstName: line(),
  dateOfBirth: birthDate(),
  phone: phone(),
  address: line(),
  postCode: line(),
  city: line(),
  country: country(),
});

/** Recipient of the data when it is not the user: the third party of Art. 5. */
export const thirdParty = z.strictObject({
  name: line(),
  location: line(),
  materials: files(),
  agreement: requiredFiles(),
});

export const personalForm = z.strictObject({
  user: userInformation,
  vehicle: z.strictObject({ vehicleId: line(), proof: requiredFiles() }),
  purpose: z.enum(purposes),
  purposeDetails: optionalText(),
  /** Absent for personal use. */
  thirdParty: z.optional(thirdParty),
  userAgreementAccepted: accepted(),
});
export type PersonalForm = z.infer<typeof personalForm>;

const storedUser = z.object({
  title: storedText,
  lastName: storedText,
  middleName: storedText,
  firstName: storedText,
  dateOfBirth: storedText,
  phone: storedText,
  address: storedText,
  postCode: storedText,
  city: storedText,
  country: storedText,
} satisfies StoredFields<PersonalForm['user']>);

const storedThirdParty = z.object({
  name: storedText,
  location: storedText,
  materials: storedList,
  agreement: storedList,
} satisfies StoredFields<NonNullable<PersonalForm['thirdParty']>>);

const storedVehicle = z.object({
  vehicleId: storedText,
  proof: storedList,
} satisfies StoredFields<PersonalForm['vehicle']>);

/** A customer's form as it is kept and shown. */
export const storedPersonalForm = z.object({
  user: z.prefault(storedUser, {}),
  vehicle: z.prefault(storedVehicle, {}),
  purpose: storedText,
  purposeDetails: storedText,
  /** Absent for personal use. */
  thirdParty: z.optional(storedThirdParty),
  userAgreementAccepted: storedFlag,
} satisfies StoredFields<PersonalForm>);
export type StoredPersonalForm = z.infer<typeof storedPersonalForm>;
