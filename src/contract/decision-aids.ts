import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { dataTypes } from './data-types.ts';
import { deliveryExtent } from './delivery-extent.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';
import { applicationNumber, EXAMPLE_NUMBER, nothing } from './fields.ts';
import { informationItemCodes } from './information-items.ts';

// What a reviewer looks at before a decision, and the letter after it.

export const deskInformationItems = endpoint({
  ...calls.deskInformationItems,
  access: 'desk',
  errors: ['notFound'],
  summary:
    'What can be asked about an application now, with a wording in the requester’s language.',
  input: z.strictObject({ applicationNumber: applicationNumber() }),
  data: z.array(
    z.object({
      code: z.enum(informationItemCodes),
      /** In the reader's language. */
      label: z.string(),
      /** A sentence in the requester's language. */
      wording: z.string(),
    }),
  ),
  example: { applicationNumber: EXAMPLE_NUMBER },
});

export const deskDecisionLetter = fileEndpoint({
  ...calls.deskDecisionLetter,
  access: 'desk',
  errors: ['notFound', 'notAllowedNow'],
  summary: 'The written decision that ended an application, as its requester gets it.',
  input: z.strictObject({ applicationNumber: applicationNumber() }),
  example: { applicationNumber: EXAMPLE_NUMBER },
});

export const deskReportPreview = endpoint({
  ...calls.deskReportPreview,
  access: 'desk',
  errors: ['notFound', 'notAllowedNow'],
  summary: 'What the report of a data request would hold now: values a signal, and every gap.',
  input: z.strictObject({
    applicationNumber: applicationNumber(),
    extent: z.optional(deliveryExtent),
  }),
  data: z.object({
    /** Vehicles whose data it would hold. */
    vehicles: z.number(),
    types: z.array(
      z.object({
        type: z.enum(dataTypes),
        label: z.string(),
        /** Rows at least: a row holds one value of a signal at most. */
        rows: z.number(),
        signals: z.array(
          z.object({
            name: z.string(),
            unit: z.string(),
            values: z.number(),
            /** Why there is nothing. */
            gap: z.nullable(z.enum(['notRecorded', 'withheld', 'noPeriod'])),
          }),
        ),
      }),
    ),
  }),
  example: { applicationNumber: EXAMPLE_NUMBER },
});

export const deskModels = endpoint({
  ...calls.deskModels,
  access: 'desk',
  summary: 'The models of the data holder’s vehicles, and how many there are of each.',
  input: nothing,
  data: z.array(z.object({ model: z.string(), vehicles: z.number() })),
  example: {},
});
