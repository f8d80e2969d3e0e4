import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { backendLiveSource, NotOffered } from '#server/vehicles/backend-live.ts';
import { CursorExpired, type LiveSample } from '#server/vehicles/vehicle-source.ts';
import { ndjson, serveFleet } from './hostile-backend.ts';

const SPEED = 'Vehicle.Speed';
const IS_MOVING = 'Vehicle.IsMoving';
const at = '2026-01-01T10:00:00.000Z';
const NOW = Date.parse(at) + 60_000;
const sample = (value: unknown, signal = SPEED) => ({
  signal,
  value,
  capturedAt: at,
  receivedAt: at,
});
const line = (cursor: string, ...samples: object[]) => ndjson({ samples, cursor });

type Answer = (path: string, reply: ServerResponse) => unknown;
const sourceOf = async (answer: Answer) =>
  backendLiveSource({ url: await serveFleet(answer) }, () => NOW);

test('latest values are those of known signals with permitted values', async () => {
  const asked: string[] = [];
  const source = await sourceOf((path, reply) => {
    asked.push(path);
    const all = [
      sample(50),
      sample(true, IS_MOVING),
      sample('x', 'Vehicle.Length'),
      sample(1, 'Own.X'),
      sample(9999, 'Vehicle.AverageSpeed'),
      sample(0, 'Vehicle.CurrentLocation.Latitude'),
      sample(0, 'Vehicle.CurrentLocation.Longitude'),
      { ...sample(false, IS_MOVING), capturedAt: '2026-01-01T20:00:00Z' },
      { ...sample(80), capturedAt: '1970-01-01T00:00:05Z' },
    ];
    reply.end(JSON.stringify(all));
  });
  const times = { capturedAt: Date.parse(at), receivedAt: Date.parse(at) };
  const speed = { signal: SPEED, value: 50, unit: 'km/h', ...times };
  expect(await source.latest('v/1')).toEqual([
    speed,
    { signal: IS_MOVING, value: true, unit: null, ...times },
  ]);
  expect(await source.latest('v/1', [SPEED])).toEqual([speed]);
  expect(await source.latest('v/1', [])).toEqual([]);
  expect(await source.contact('v/1', { from: 0, to: Number.MAX_SAFE_INTEGER })).toEqual({
    lastContactAt: Date.parse(at),
    state: 'driving',
  });
  expect(asked.slice(0, 2)).toEqual([
    'vehicles/v%2F1/latest',
    `vehicles/v%2F1/latest?signal=${SPEED}`,
  ]);
});

test('changes are requested again after the last cursor when the connection ends or breaks', async () => {
  const asked: (string | null)[] = [];
  const answers: ((reply: ServerResponse) => unknown)[] = [
    (reply) => reply.end(line('a') + line('b', sample(1), sample(2))),
    (reply) => reply.write(line('c', sample(3)), () => reply.destroy()),
    (reply) => reply.writeHead(503).end(),
    (reply) => reply.write(line('d', sample(4))),
  ];
  const source = await sourceOf((path, reply) => {
    asked.push(new URLSearchParams(path.split('?')[1]).get('after'));
    answers.shift()?.(reply);
  });
  const abort = new AbortController();
  const received: LiveSample['value'][] = [];
  for await (const { samples, cursor } of source.changes('v', undefined, abort.signal)) {
    received.push(...samples.map(({ value }) => value));
    // The connection is still open, and silent.
    if (cursor === 'd') abort.abort();
  }
  expect(received).toEqual([1, 2, 3, 4]);
  expect(asked).toEqual([null, 'b', 'c', 'c']);
});

test('changes end with the abort signal while the back end is silent', async () => {
  const abort = new AbortController();
  const source = await sourceOf(() => abort.abort());
  for await (const _ of source.changes('v', undefined, abort.signal)) expect.unreachable();
});

test.each([
  [410, CursorExpired],
  [404, NotOffered],
])('the status %d in response to a request for changes is an error', async (status, error) => {
  const source = await sourceOf((_, reply) => reply.writeHead(status).end());
  const changes = source.changes('v', 'x', AbortSignal.timeout(5000));
  await expect(changes[Symbol.asyncIterator]().next()).rejects.toThrow(error);
});
