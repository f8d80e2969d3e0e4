import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needs } from '#tests/needs.ts';
import { lampModule, root, toolFolder } from '../tool-folder.ts';

const { folder, file } = toolFolder('online');
const tool = 'src/testing/paths.ts';

file('lamp.machine.ts', lampModule);
// A runner in Python that uses only the HTTP calls.
file(
  'runner.py',
  `import json, sys, urllib.request

base = sys.argv[1]

def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(base + path, data, {'Content-Type': 'application/json'} if data else {}, method=method)
    return json.load(urllib.request.urlopen(request))

run = call('POST', '/runs', {'cover': 'transitions'})['run']
lamp = None
while True:
    instruction = call('POST', f'/runs/{run}/next')
    if instruction['action'] == 'end':
        break
    if instruction['action'] == 'start':
        lamp = 'dark'
    elif instruction['event']['type'] == 'smash':
        lamp = 'broken'
    elif instruction['event']['type'] == 'press':
        lamp = 'lit' if lamp == 'dark' else 'dark'
    call('POST', f'/runs/{run}/report', {'number': instruction['number'], 'state': lamp})
print(run)
`,
);

let server: ChildProcess;
let address: string;
beforeAll(async () => {
  const args = [join(root, tool), './lamp.machine.ts', '--serve', '--port', '0'];
  server = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(server.stdout as NodeJS.EventEmitter, 'data');
  address = String(line).trim();
});
afterAll(() => {
  server.kill();
});

async function call(method: string, path: string, body?: unknown, headers = {}) {
  const response = await fetch(address + path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Starts the Python runner and returns the number of its run. */
function python(): string {
  const ran = spawnSync('python3', ['runner.py', address], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return ran.stdout.trim();
}

const runner = needs('python3', 'python3');
test('a runner in another language covers the machine', runner, async () => {
  const run = python();
  expect((await call('GET', `/runs/${run}`)).body).toMatchObject({
    machine: 'lamp',
    covered: 3,
    total: 3,
    uncovered: [],
    failures: [],
    ended: 'coverage',
  });
});

test.each([
  ['POST', '/runs', { cover: 'prime' }, 400, 'cover: Invalid option'],
  ['POST', '/runs', { seed: -1 }, 400, 'seed: Too small'],
  ['POST', '/runs/none/next', undefined, 404, 'run none does not exist'],
  ['GET', '/nowhere', undefined, 404, 'There is no GET /nowhere'],
] as const)('%s %s with %j is rejected with %i', async (method, path, body, status, message) => {
  const answer = await call(method, path, body);
  expect(answer.body.error).toContain(message);
  expect(answer.status).toBe(status);
});

test('a report on another instruction is rejected with 409 and changes nothing', async () => {
  const { run } = (await call('POST', '/runs')).body;
  expect(await call('POST', `/runs/${run}/report`, { number: 1 })).toEqual({
    status: 409,
    body: { error: 'No instruction is awaiting a report' },
  });
  await call('POST', `/runs/${run}/next`);
  expect(await call('POST', `/runs/${run}/report`, { number: 9 })).toEqual({
    status: 409,
    body: { error: 'Expected the report of instruction 1, received the report of instruction 9' },
  });
  expect((await call('POST', `/runs/${run}/next`)).body).toMatchObject({ number: 1 });
});

test('requests from web pages are rejected', async () => {
  const origin = { origin: 'https://elsewhere.example' };
  expect((await call('POST', '/runs', undefined, origin)).status).toBe(403);
});

test('runs can be deleted', async () => {
  const { run } = (await call('POST', '/runs')).body;
  expect((await call('DELETE', `/runs/${run}`)).body).toMatchObject({
    run,
    ended: 'ended by the runner',
  });
  expect((await call('GET', `/runs/${run}`)).status).toBe(404);
});
