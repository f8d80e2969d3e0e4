import * as z from 'zod/mini';
import { calls } from './calls.ts';
import { dataSpan } from './data-coverage.ts';
import { endpoint } from './endpoint.ts';
import { line } from './fields.ts';

export const ownVehicle = endpoint({
  ...calls.ownVehicle,
  access: 'signedIn',
  errors: ['vehicleNotLinked'],
  summary:
    'What shows a vehicle that is linked to the account: model, year, shape and colour, its odometer, and the time that there are data of.',
  input: z.strictObject({ vehicleId: line() }),
  data: z.object({
    vehicleId: z.string(),
    vin: z.string(),
    name: z.string(),
    /** Null where the source does not say, as with all that follows. */
    model: z.nullable(z.string()),
    year: z.nullable(z.number()),
    bodyType: z.nullable(z.string()),
    colour: z.nullable(z.string()),
    /** The last reading in the account’s time of the vehicle, in metres, and its instant. */
    odometer: z.nullable(z.object({ metres: z.number(), at: z.number() })),
    /** The account’s time of the vehicle alone. */
    span: z.nullable(dataSpan),
  }),
  example: { vehicleId: 'demo-twizy' },
});
