import * as z from 'zod/mini';
import {
  accepted,
  country,
  email,
  files,
  line,
  optionalLine,
  optionalText,
  pastDate,
  phone,
  requiredFiles,
} from './fields.ts';
import { purposes } from './options.ts';
import { storedForm } from './stored-json.ts';

export const userInformation = z.strictObject({
  title: optionalLine(),
  lastName: line(),
  middleName: optionalLine(),
  /** Absent if the user has only one name. */
  firstName: optionalLine(),
  dateOfBirth: pastDate(),
  phone: phone(),
  address: line(),
  postCode: line(),
  city: line(),
  country: country(),
});

/** Third party that receives the data (Art. 5). */
export const thirdParty = z.strictObject({
  name: line(),
  location: line(),
  email: email(),
  materials: files(),
  agreement: requiredFiles(),
});

export const personalForm = z.strictObject({
  user: userInformation,
  vehicle: z.strictObject({ vehicleId: line(), proof: requiredFiles() }),
  purpose: z.enum(purposes),
  purposeDetails: optionalText(),
  thirdParty: z.optional(thirdParty),
  userAgreementAccepted: accepted(),
});
export type PersonalForm = z.infer<typeof personalForm>;

export const storedPersonalForm = z.extend(storedForm(personalForm), {
  /** User for whom the requester filed as a third party; absent if the requester is the user. */
  onBehalfOf: z.optional(z.string()),
});
export type StoredPersonalForm = z.infer<typeof storedPersonalForm>;
