import * as z from 'zod/mini';
import {
  accepted,
  country,
  date,
  files,
  line,
  optionalLine,
  optionalText,
  phone,
  requiredFiles,
} from './fields.ts';
import { purposes } from './options.ts';

/** Who asks (specification §3, user application form). */
export const userInformation = z.strictObject({
  title: optionalLine(),
  lastName: line(),
  middleName: optionalLine(),
  firstName: line(),
  dateOfBirth: date(),
  phone: phone(),
  address: line(),
  postCode: line(),
  city: line(),
  country: country(),
});

/** Whom the data go to when not to the user: the third party of Art. 5. */
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
