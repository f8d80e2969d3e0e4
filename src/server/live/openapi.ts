import * as z from 'zod/mini';
import { HEARTBEAT_MS } from '#contract/limits.ts';
import {
  absenceReasons,
  commonProblems,
  type historyFormats,
  historyRow,
  type LiveCallName,
  latestValue,
  liveCalls,
  parameterDescription,
  sample,
  signalEntry,
  streamEvents,
  vehicle,
} from '#contract/live/calls.ts';
import { CALL_WINDOW_S, CALLS_PER_WINDOW } from '#contract/live/grants.ts';
import { type ProblemName, problem, problems } from '#contract/live/problems.ts';

const reasons = Object.entries(absenceReasons).map(
  ([name, meaning]) => `- \`${name}\`: ${meaning}`,
);

const DESCRIPTION = `Reads the data of a vehicle with a token of its owner. Signals have the names and units of the COVESA Vehicle Signal Specification (VSS). All times are UTC, RFC 3339 with milliseconds: \`capturedAt\` is when the vehicle measured a value, \`receivedAt\` when the portal received it (null if unknown, as of imported files).

**Missing values.** \`value\` is null if and only if \`reason\` states why:

${reasons.join('\n')}

**Limits.** A token can make ${CALLS_PER_WINDOW} calls at once, then one every ${CALL_WINDOW_S / CALLS_PER_WINDOW} seconds, and can have one stream open: a second stream ends the first. \`RateLimit\` and \`RateLimit-Policy\` follow draft-ietf-httpapi-ratelimit-headers-11.

**Errors** are problem documents (RFC 9457); compare their \`type\`. Unknown parameters are errors.

**Changes.** Within /api/v1, paths, members and the meaning of problem types and reasons stay. New optional parameters, members, problem types, reasons and stream events may be added: ignore those you do not know. A call that will be removed has the headers \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594) for at least twelve months before.`;

const list = (name: string, item: z.ZodMiniType) => z.strictObject({ [name]: z.array(item) });
const registry = z.registry<{ id: string }>();
const named = {
  Vehicle: vehicle,
  VehicleList: list('vehicles', vehicle),
  Signal: signalEntry,
  SignalList: list('signals', signalEntry),
  LatestValue: latestValue,
  LatestValues: list('values', latestValue),
  HistoryRow: historyRow,
  Sample: sample,
  SamplesEvent: streamEvents.samples,
  HeartbeatEvent: streamEvents.heartbeat,
  Problem: problem,
} as const;
for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });

const refTo = (name: keyof typeof named) => ({ $ref: `#/components/schemas/${name}` });
const componentSchemas = () => {
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'output',
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema]),
  );
};

const CAPTURED = '2026-11-27T09:20:58.120Z';
const RECEIVED = '2026-11-27T09:20:58.640Z';
const SPEED = { signal: 'Vehicle.Speed', unit: 'km/h' };
const exampleSample = { ...SPEED, value: 48.5, capturedAt: CAPTURED, receivedAt: RECEIVED };
const exampleContact = { state: 'driving', lastContactAt: RECEIVED };
const exampleVehicle = {
  id: 'lumo-7k2m',
  name: 'Lumo',
  ...exampleContact,
  data: { from: '2026-08-14T06:12:00.000Z', to: CAPTURED },
};
const exampleRow = { capturedAt: CAPTURED, receivedAt: RECEIVED, 'Vehicle.Speed': 48.5 };

const json = (name: keyof typeof named, example: object) => ({
  'application/json': { schema: refTo(name), example },
});

const contents: Record<LiveCallName, object> = {
  vehicles: json('VehicleList', { vehicles: [exampleVehicle] }),
  vehicle: json('Vehicle', exampleVehicle),
  signals: json('SignalList', {
    signals: [
      {
        ...SPEED,
        dataType: 'trips',
        type: 'number',
        min: null,
        max: null,
        values: null,
        interval: 1,
        lastCapturedAt: CAPTURED,
        reason: null,
      },
    ],
  }),
  latest: json('LatestValues', {
    values: [
      { ...exampleSample, reason: null },
      {
        signal: 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed',
        value: null,
        unit: 'percent',
        capturedAt: null,
        receivedAt: null,
        reason: 'notGranted',
      },
    ],
  }),
  history: {
    'application/x-ndjson': {
      schema: { type: 'string', description: 'Lines, each a `HistoryRow`.' },
      example: `${JSON.stringify(exampleRow)}\n`,
    },
    'text/csv': {
      schema: { type: 'string' },
      example: `capturedAt,receivedAt,Vehicle.Speed\r\n${CAPTURED},${RECEIVED},48.5\r\n`,
    },
    'application/vnd.apache.parquet': { schema: { type: 'string', format: 'binary' } },
  } satisfies Record<keyof typeof historyFormats, object>,
  stream: {
    'text/event-stream': {
      schema: {
        type: 'string',
        description: `Events \`samples\` (\`SamplesEvent\`), \`heartbeat\` (\`HeartbeatEvent\`, every ${HEARTBEAT_MS / 1000} s) and \`end\` (\`Problem\`, after which the stream closes). Send the last id as \`Last-Event-ID\` to resume without loss or repetition within 24 hours.`,
      },
      example: `id: 1042\nevent: samples\ndata: ${JSON.stringify({ samples: [exampleSample] })}\n\nid: 1042\nevent: heartbeat\ndata: ${JSON.stringify(exampleContact)}\n\n`,
    },
  },
};

const header = (description: string) => ({ description, schema: { type: 'string' } });
const components = {
  headers: {
    RateLimit: header(
      'Calls that are left, and seconds until all are available: `"hour";r=119;t=30`.',
    ),
    'RateLimit-Policy': header(`\`"hour";q=${CALLS_PER_WINDOW};w=${CALL_WINDOW_S}\``),
    ETag: header('Send it as `If-None-Match`; an unchanged response is a 304.'),
    Link: header('Next page, `rel="next"`; absent on the last page.'),
    'Retry-After': header('Seconds until a retry can succeed.'),
  },
  securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'vda_…' } },
};
const headersNamed = (...names: (keyof typeof components.headers)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function parametersOf(name: LiveCallName) {
  const { path, query, example } = liveCalls[name];
  const { properties = {} } = z.toJSONSchema(query, { io: 'input' }) as { properties?: object };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const ofHeader = (header: string, description: string) => ({
    name: header,
    in: 'header',
    description,
    schema: { type: 'string' },
  });
  return [
    ...(path.includes('{id}') ? [id] : []),
    ...Object.entries(properties).map(([parameter, schema]) => ({
      name: parameter,
      in: 'query',
      description: parameterDescription(parameter),
      schema,
      ...(example?.[parameter] && { example: example[parameter] }),
    })),
    ...(name === 'stream' ? [ofHeader('Last-Event-ID', 'Id of the last complete event.')] : []),
  ];
}

function responsesOf(name: LiveCallName) {
  const hasETag = name !== 'history' && name !== 'stream';
  const success = {
    description: 'OK',
    headers: headersNamed(
      'RateLimit',
      'RateLimit-Policy',
      ...(hasETag ? (['ETag'] as const) : []),
      ...(name === 'history' ? (['Link'] as const) : []),
    ),
    content: contents[name],
  };
  const possible = [...commonProblems, ...liveCalls[name].problems];
  const byStatus = Object.groupBy(possible, (each) => problems[each].status);
  const failures = Object.entries(byStatus).map(([status, names = []]) => [
    status,
    {
      description: names.map((each: ProblemName) => `\`${each}\``).join(', '),
      headers: headersNamed(...(['429', '503'].includes(status) ? (['Retry-After'] as const) : [])),
      content: { 'application/problem+json': { schema: refTo('Problem') } },
    },
  ]);
  return {
    200: success,
    ...(hasETag && { 304: { description: 'Not modified' } }),
    ...Object.fromEntries(failures),
  };
}

const document = {
  openapi: '3.1.1',
  info: { title: 'Live access', version: '1', description: DESCRIPTION },
  security: [{ token: [] }],
  paths: Object.fromEntries(
    (Object.keys(liveCalls) as LiveCallName[]).map((name) => [
      liveCalls[name].path,
      {
        get: {
          operationId: name,
          summary: liveCalls[name].summary,
          parameters: parametersOf(name),
          responses: responsesOf(name),
        },
      },
    ]),
  ),
  components: { schemas: componentSchemas(), ...components },
};

export const openApiText = Buffer.from(JSON.stringify(document));
