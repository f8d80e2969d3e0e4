import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { portalHere } from '#tests/server/run-tool.ts';
import { flood, ndjson, serveFleet } from '#tests/server/vehicles/hostile-backend.ts';

const SPEED = 'Vehicle.Speed';
const car = { vehicleId: '1', vin: 'V1', name: 'Zoé' };
const link = { ...car, linkedFrom: null, linkedUntil: null };
const at = '2026-01-01T10:00:00.000Z';
const row = (values: object, when = at) => ({ at: when, values });
const end = (rows: number) => ({ end: true, rows });
const sample = { signal: SPEED, value: 1, capturedAt: at, receivedAt: at };
const day = ['--from', '2026-01-01T00:00:00Z', '--to', '2026-01-02T00:00:00Z'];

type Answer = (reply: ServerResponse, path: string) => unknown;
const calls = [
  'attributes',
  'counts',
  'coverage',
  'notes',
  'telemetry',
  'latest',
  'changes',
] as const;
type Call = 'list' | 'links' | 'one' | (typeof calls)[number];

/** Rows in the requested time, as a correct back end sends them. */
const rowsAsked: Answer = (reply, path) => {
  const search = new URLSearchParams(path.split('?')[1]);
  const isIn = (search.get('from') ?? '') <= at && at < (search.get('to') ?? '');
  reply.end(isIn ? ndjson(row({ [SPEED]: 1 }), end(1)) : ndjson(end(0)));
};
const json =
  (body: object): Answer =>
  (reply) =>
    reply.end(JSON.stringify(body));
const sends =
  (...items: unknown[]): Answer =>
  (reply) =>
    reply.end(ndjson(...items));

const right: Record<Call, Answer> = {
  list: sends(car),
  links: sends(link),
  one: json(car),
  attributes: json({ 'Vehicle.Length': 4000 }),
  counts: json({ [SPEED]: 1 }),
  coverage: json({ rows: 1, first: at, last: at }),
  notes: (reply) => reply.writeHead(404).end(),
  telemetry: rowsAsked,
  latest: json([sample]),
  changes: (reply, path) =>
    path.includes('no-such')
      ? reply.writeHead(410).end()
      : void reply.write(ndjson({ samples: [sample], cursor: 'c' })),
};

const callOf = (path: string): Call => {
  if (path === 'vehicles') return 'list';
  if (path.startsWith('vehicles?')) return 'links';
  return calls.find((call) => path.split(/[/?]/)[2] === call) ?? 'one';
};

/** Checks a back end with some wrong calls. */
async function check(wrong: Partial<Record<Call, Answer>> = {}, ...more: string[]) {
  const address = await serveFleet((path, reply) => {
    if (path.startsWith('vehicles/no-such') && !wrong.one) return reply.writeHead(404).end();
    const call = callOf(path);
    return (wrong[call] ?? right[call])(reply, path);
  });
  return run(address, ...day, '--email', 'a@x.eu', ...more);
}

async function run(...args: string[]) {
  const done = await portalHere(['backend-check', ...args], {});
  const wrong = done.stdout.split('\n').filter((line) => line.startsWith('WRONG'));
  return { ...done, wrong };
}

test('a correct back end has no problems', async () => {
  const { status, wrong, stdout } = await check();
  expect([wrong, status]).toEqual([[], 0]);
  expect(stdout).toMatch(/^ok {9}telemetry: 1 rows/m);
});

const stalls: Answer = (reply) => void reply.write(ndjson(row({ [SPEED]: 1 })));
const trickles: Answer = (reply) => {
  const timer = setInterval(() => reply.write(ndjson(row({}))), 20);
  reply.once('close', () => clearInterval(timer));
};
const cuts: Answer = (reply) => {
  reply.writeHead(200, { 'content-length': 10_000 });
  reply.write(ndjson(row({ [SPEED]: 1 })), () => reply.destroy());
};
const floods: Answer = (reply) => void flood(reply, Buffer.alloc(2 ** 16, 'x'), 2 ** 30);
const page: Answer = (reply) => reply.end('<h1>Kanarienvogel</h1>');
const breaks: Answer = (reply) => reply.writeHead(500).end();
const empty: Answer = sends(end(0));

describe('a faulty back end is reported with the step that fails:', () => {
  test.each<[string, Partial<Record<Call, Answer>>, RegExp, ...string[]]>([
    ['it stalls', { telemetry: stalls }, /telemetry: silent \(stalls/, '--silence', '0.8'],
    ['it trickles', { telemetry: trickles }, /telemetry: tooSlow/, '--total', '1.2'],
    ['it cuts', { telemetry: cuts }, /telemetry: cutOff/],
    ['it floods', { telemetry: floods }, /telemetry: lineTooLong \(floods/],
    ['it answers with an error', { counts: breaks }, /counts: away .* returned status 500/],
    ['it answers a page', { attributes: page }, /attributes: notAgreed/],
    [
      'its links have no times',
      { links: sends(car) },
      /links of an account: notAgreed .*linkedFrom/s,
    ],
    [
      'its speed is a text',
      { telemetry: sends(row({ [SPEED]: 'fast' }), end(1)) },
      /wrongType .*Row 1/,
    ],
    ['it is in miles', { telemetry: sends({ units: { [SPEED]: 'mph' } }, end(0)) }, /wrongUnit/],
    [
      'the last line has a wrong number of rows',
      { telemetry: sends(row({ [SPEED]: 1 }), end(2)) },
      /wrongCount/,
    ],
    [
      'its telemetry lacks counted values',
      { telemetry: empty },
      /contradiction .*counts reports 1 values, telemetry has 0/,
    ],
    [
      'its edges are wrong',
      { telemetry: sends(row({ [SPEED]: 1 }), end(1)) },
      /inclusive start, exclusive end: (outOfTime|contradiction)/,
    ],
    [
      'its coverage is of other rows',
      { coverage: json({ rows: 9 }) },
      /coverage reports 9, telemetry has 1/,
    ],
    [
      'its notes say that a delivered signal is not equipped',
      { notes: json([{ kind: 'notEquipped', name: SPEED }]) },
      /notes: contradiction .*Speed/,
    ],
    [
      'its notes are of a kind of their own',
      { notes: json([{ kind: 'lost', name: SPEED }]) },
      /notes: notAgreed/,
    ],
    ['it knows every vehicle', { one: json(car) }, /unknown vehicle: notAgreed/],
    [
      'its latest value is of tomorrow',
      { latest: json([{ ...sample, capturedAt: '2100-01-01T00:00:00Z' }]) },
      /latest values: outOfTime .*future/,
    ],
    [
      'its changes have no cursor',
      { changes: sends({ samples: [] }) },
      /changes: notAgreed .*cursor/s,
    ],
    ['its changes are silent', { changes: () => {} }, /changes: silent/, '--silence', '0.8'],
    [
      'its changes accept any cursor',
      { changes: sends({ samples: [], cursor: 'c' }) },
      /changes: contradiction .*410/,
    ],
    [
      'its changes reject their own cursor',
      {
        changes: (reply, path) =>
          path.includes('after')
            ? reply.writeHead(410).end()
            : reply.end(ndjson({ samples: [], cursor: 'c' })),
      },
      /changes: contradiction .*a cursor of this moment/,
    ],
    [
      'it knows no vehicle',
      { one: (reply) => reply.writeHead(404).end() },
      /one vehicle: contradiction .*404/,
    ],
  ])('%s', async (_, calls, expected, ...more) => {
    const { status, wrong, stdout } = await check(calls, ...more);
    expect(status).toBe(1);
    expect(wrong.join('\n')).toMatch(expected);
    // The output contains no values, because they are personal data.
    expect(stdout).not.toMatch(/Kanarien|fast/);
  });

  test('it is unreachable', async () => {
    const { status, wrong } = await run('http://127.0.0.1:1/');
    expect(status).toBe(1);
    expect(wrong[0]).toMatch(/list of vehicles: away/);
  });
});

test('missing or untestable calls are reported, but are not problems', async () => {
  const none: Answer = (reply) => reply.writeHead(404).end();
  const { status, stdout } = await check({
    coverage: none,
    counts: json({}),
    latest: none,
    changes: none,
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^not tried {2}telemetry: No signal has values/m);
  for (const step of ['span', 'latest values', 'changes'])
    expect(stdout).toMatch(new RegExp(`^not tried {2}${step}: .*not implemented`, 'm'));
});

test.each([
  [[], /Name exactly one URL/],
  [['ftp://a.eu'], /not an HTTP URL/],
  [['http://a.eu', '--from', '2026-01-01'], /--from and --to/],
  [['http://a.eu', '--silence', 'x'], /--silence/],
  [['http://a.eu', '--fast'], /--fast/],
])('a wrong command line is rejected with a message: %j', async (args, words) => {
  const { status, stdout, stderr } = await run(...args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(words);
});
