import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { fileEndpoint } from './endpoint.ts';
import { country, optionalLine, optionalText } from './fields.ts';
import { purposes } from './options.ts';

/** Beside the specification's calls: the model of the agreement that a third party's use needs. */
export const agreementTemplate = fileEndpoint({
  ...calls.agreementTemplate,
  access: 'signedIn',
  errors: ['vehicleNotLinked'],
  summary: 'The model of a Data Sharing Agreement, as a docx with what was typed filled in.',
  input: z.strictObject({
    user: z.optional(
      z.strictObject({
        title: optionalLine(),
        firstName: optionalLine(),
        middleName: optionalLine(),
        lastName: optionalLine(),
        address: optionalLine(),
        postCode: optionalLine(),
        city: optionalLine(),
        country: z.optional(country()),
      }),
    ),
    vehicleId: optionalLine(),
    purpose: z.optional(z.enum(purposes)),
    purposeDetails: optionalText(),
    thirdParty: z.optional(z.strictObject({ name: optionalLine(), location: optionalLine() })),
  }),
  example: {
    user: { firstName: 'Anna', lastName: 'Nowak', city: 'Kraków', country: 'PL' },
    purpose: 'insurance',
    thirdParty: { name: 'Insure SA', location: 'Lyon, France' },
  },
});
