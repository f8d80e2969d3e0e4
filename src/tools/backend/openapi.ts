import * as z from 'zod/mini';
import {
  attributesAnswer,
  countsAnswer,
  linkLine,
  telemetryLine,
  vehicleAnswer,
} from '#server/vehicles/backend-answers.ts';
import { coverageAnswer } from '#server/vehicles/backend-coverage.ts';
import { notesAnswer } from '#server/vehicles/backend-notes.ts';

const schemas = {
  Vehicle: vehicleAnswer,
  Link: linkLine,
  Attributes: attributesAnswer,
  Counts: countsAnswer,
  Coverage: coverageAnswer,
  Notes: notesAnswer,
  TelemetryLine: telemetryLine,
};
type SchemaName = keyof typeof schemas;

const vehicle = { vehicleId: 'sample-1', vin: 'SAMPLE00000000001', name: 'Sample car' };
const examples: Record<SchemaName, object> = {
  Vehicle: vehicle,
  Link: { ...vehicle, linkedFrom: '2026-01-01T00:00:00Z', linkedUntil: null, onBehalfOf: null },
  Attributes: { 'Vehicle.VehicleIdentification.Brand': 'Sample', 'Vehicle.Length': 4053 },
  Counts: { 'Vehicle.Speed': 181 },
  Coverage: {
    rows: 181,
    first: '2026-01-01T07:30:00Z',
    last: '2026-01-01T08:00:00Z',
    gaps: { count: 0, longest: 10, beyond: 3600 },
  },
  Notes: [
    { kind: 'notEquipped', name: 'Vehicle.Powertrain.CombustionEngine.Speed' },
    { kind: 'notKept', last: '2025-01-01T00:00:00Z' },
  ],
  TelemetryLine: { at: '2026-01-01T07:30:00Z', values: { 'Vehicle.Speed': 12.5 } },
};

const ref = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });
const json = (name: SchemaName, description: string) => ({
  200: {
    description,
    content: { 'application/json': { schema: ref(name), example: examples[name] } },
  },
});
const lines = (name: SchemaName[], description: string) => {
  const schema = name.length === 1 ? ref(name[0] as SchemaName) : { anyOf: name.map(ref) };
  return {
    200: {
      description: `${description} The schema is that of one line.`,
      content: { 'application/x-ndjson': { schema } },
    },
  };
};
const notFound = (description: string) => ({ 404: { description } });

const query = (name: string, description: string, schema: object, more: object = {}) => ({
  name,
  in: 'query',
  description,
  schema,
  ...more,
});
const instant = { type: 'string', format: 'date-time' };
const id = { name: 'vehicleId', in: 'path', required: true, schema: { type: 'string' } };
const range = [
  query('from', 'First instant, inclusive.', instant, { required: true }),
  query('to', 'Last instant, exclusive.', instant, { required: true }),
];
const signal = (description: string) =>
  query('signal', description, { type: 'array', items: { type: 'string' } }, { explode: true });

/** Its format says it. */
function withoutPattern({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
}

const get = (operationId: string, summary: string, parameters: object[], responses: object) => ({
  get: { operationId, summary, parameters, responses },
});

/** The calls by which the portal asks a car maker's back end, as OpenAPI 3.1. */
export function backendOpenapi(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Back end of a car maker',
      version: '1',
      description:
        'What the Vehicle Data Access Portal asks of VEHICLE_BACKEND_URL; see vehicle-backend.md.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'https://backend.example.eu/fleet', description: 'VEHICLE_BACKEND_URL' }],
    security: [{}, { basic: [] }, { bearer: [] }, { clientCredentials: [] }, { mutualTls: [] }],
    paths: {
      '/vehicles': get(
        'vehicles',
        'Every vehicle; with «email», the links of an account.',
        [
          query('email', 'Address of an account.', { type: 'string', format: 'email' }),
          query('vehicleId', 'Only links with this vehicle.', { type: 'string' }),
        ],
        lines(['Link', 'Vehicle'], 'A line a vehicle; with «email» a line a time of a link.'),
      ),
      '/vehicles/{vehicleId}': get('vehicle', 'One vehicle.', [id], {
        ...json('Vehicle', 'The vehicle asked for.'),
        ...notFound('There is no such vehicle.'),
      }),
      '/vehicles/{vehicleId}/attributes': get('attributes', 'What does not change.', [id], {
        ...json('Attributes', 'Values by VSS name.'),
        ...notFound('None.'),
      }),
      '/vehicles/{vehicleId}/counts': get(
        'counts',
        'Number of values of each signal in a time.',
        [id, ...range, signal('Signals to count.')],
        {
          ...json('Counts', 'Counts by VSS name; what is left out has none.'),
          ...notFound('None.'),
        },
      ),
      '/vehicles/{vehicleId}/coverage': get(
        'coverage',
        'What there is of these signals together; of any data, without «signal».',
        [id, ...range, signal('The group of signals.')],
        {
          ...json('Coverage', 'Durations in seconds; what is not known is left out.'),
          ...notFound('The back end does not tell of coverage.'),
        },
      ),
      '/vehicles/{vehicleId}/notes': get(
        'notes',
        'What is known of the signals beside their values.',
        [id, ...range],
        {
          ...json('Notes', 'Without «name» of every signal; what is not known is left out.'),
          ...notFound('The back end does not tell.'),
        },
      ),
      '/vehicles/{vehicleId}/telemetry': get(
        'telemetry',
        'Measurements with a value of any of the signals, oldest first.',
        [id, ...range, signal('Signals to deliver.')],
        {
          ...lines(['TelemetryLine'], 'Rows, then the line that counts them.'),
          ...notFound('None.'),
        },
      ),
    },
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => {
          const { $schema, ...own } = z.toJSONSchema(schema, {
            io: 'input',
            override: withoutPattern,
          });
          return [name, { ...own, examples: [examples[name as SchemaName]] }];
        }),
      ),
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        bearer: { type: 'http', scheme: 'bearer' },
        clientCredentials: {
          type: 'oauth2',
          flows: {
            clientCredentials: { tokenUrl: 'https://login.example.eu/token', scopes: {} },
          },
        },
        mutualTls: { type: 'mutualTLS' },
      },
    },
  };
}
