import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { absenceReasons, liveCalls } from '#contract/live/calls.ts';
import { problems } from '#contract/live/problems.ts';
import { needs, needsPython, PYTHON } from '#tests/needs.ts';
import { CHARGE, SPEED, startLivePortal } from '#tests/server/live/live-portal.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';

const page = readFileSync('src/docs/live-access.md', 'utf8');
/** Code of the page by the heading above it and its language, in order. */
const blocks = [...page.matchAll(/^#+ (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm)].reduce(
  ({ heading, found }, [, next, language, code]) =>
    next === undefined
      ? { heading, found: [...found, { heading, language, code: code ?? '' }] }
      : { heading: next, found },
  { heading: '', found: [] as { heading: string; language: string | undefined; code: string }[] },
).found;
const codeOf = (heading: string, language: string, nth = 0) =>
  blocks.filter((block) => block.heading === heading && block.language === language)[nth]?.code ??
  '';

const portal = portalOfFile(startLivePortal);
let origin: string;
let environment: Record<string, string>;
beforeAll(async () => {
  const capturedAt = portal.services.now() - 60_000;
  await portal.send([
    { signal: CHARGE, value: 64, capturedAt },
    { value: 42.5, capturedAt },
  ]);
  await portal.addHistory([[capturedAt - 60_000, { [SPEED]: 41.5 }]]);
  await portal.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
  environment = { PORTAL: origin, TOKEN: portal.token, CAR: portal.access.vehicleId };
});

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

function run(program: string, args: string[], added: Record<string, string> = {}) {
  const child = spawn(program, args, { env: { ...process.env, ...environment, ...added } });
  running.push(child);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output.text += chunk;
    });
  return { child, output };
}

async function resultOf(program: string, args: string[]) {
  const { child, output } = run(program, args);
  const [status] = await once(child, 'close');
  return { status, text: output.text };
}

/** Sends new values until the output shows one of them. */
const sendUntil = (value: number, isSeen: () => boolean) =>
  expect
    .poll(async () => {
      portal.clock.advance(1000);
      await portal.send([{ value }]);
      return isSeen();
    })
    .toBe(true);

test('the page lists every call, reason and problem', () => {
  for (const { path } of Object.values(liveCalls)) expect(page).toContain(`| \`GET ${path}\` |`);
  for (const [name, meaning] of Object.entries(absenceReasons))
    expect(page).toContain(`| \`${name}\` | ${meaning} |`);
  for (const [name, { status, remedy }] of Object.entries(problems))
    expect(page).toContain(`| \`${name}\` | ${status} | ${remedy} |`);
});

const curl = needs('curl', 'curl');

test('the first call returns a value', curl, async () => {
  const [, call = ''] =
    /^export.*\n(curl.*)$/m.exec(codeOf('Two minutes to the first value', 'sh')) ?? [];
  const { status, text } = await resultOf('bash', ['-c', call.replace('curl', 'curl -fsS')]);
  expect([status, text]).toEqual([0, expect.stringContaining(`{"signal":"${SPEED}","value":42.5`)]);
});

test('curl: the examples return a day as CSV and open the stream', curl, async () => {
  const { text } = await resultOf('bash', ['-c', codeOf('curl', 'sh')]);
  expect(text.split('\r\n')[0]).toBe(`capturedAt,receivedAt,${SPEED}`);
  const { output } = run('bash', ['-c', codeOf('curl', 'sh', 1).replace('curl', 'exec curl')]);
  await sendUntil(31, () => /"value":31/.test(output.text));
  expect(output.text).toMatch(/^retry: 3000\n\nid: .+\nevent: heartbeat\n/);
});

test(
  'Python: the example prints the latest values and pages of the history',
  needs('python3', 'python3'),
  async () => {
    // The clock of the test portal, not that of the machine.
    const since = new Date(portal.services.now() - 86_400_000).toISOString();
    const code = codeOf('Python', 'python').replace(
      /^since = .*$/m,
      `since = datetime.fromisoformat('${since.slice(0, -1)}')`,
    );
    const { status, text } = await resultOf(PYTHON, ['-c', code]);
    expect([status, text]).toEqual([0, expect.stringMatching(/^Vehicle\.\S+ .+ (None|2026-)/m)]);
    expect(text).toContain(`'${SPEED}': 41.5`);
  },
);

test('JavaScript: the example prints the values of the stream', async () => {
  const args = ['--input-type=module', '-e', codeOf('JavaScript', 'js')];
  const { output } = run(process.execPath, args);
  await sendUntil(32, () => output.text.includes(`${SPEED} 32 km/h`));
});

test('JavaScript: the example reconnects when the stream is silent', async () => {
  const connected = Promise.withResolvers<void>();
  let connections = 0;
  const silent = createServer((_, response) => {
    response.writeHead(200).flushHeaders();
    if (++connections === 2) connected.resolve();
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const code = codeOf('JavaScript', 'js').replace('45_000', '200').replace('3000', '10');
  const PORTAL = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  run(process.execPath, ['--input-type=module', '-e', code], { PORTAL });
  await connected.promise;
  silent.closeAllConnections();
  silent.close();
});

test('JavaScript: the example ends with the reason if the token is wrong', async () => {
  const args = ['--input-type=module', '-e', codeOf('JavaScript', 'js')];
  const { child, output } = run(process.execPath, args, { TOKEN: 'vda_wrong' });
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(output.text).toContain(problems['token-unknown'].title);
});

const yaml = needsPython('yaml', 'python3-yaml');

/** Replaces the example's portal, car and placeholders in a URL. */
const local = (url: string) =>
  url
    .replace('https://vehicle-data.example.eu', origin)
    .replace('lumo-7k2m', portal.access.vehicleId);

async function parseYaml(text: string) {
  const program = `import json, sys, yaml
yaml.SafeLoader.add_constructor('!secret', lambda loader, node: node.value)
print(json.dumps(yaml.safe_load(sys.argv[1])))`;
  return JSON.parse((await resultOf(PYTHON, ['-c', program, text])).text);
}

test('Home Assistant: the sensors read the battery and the speed', yaml, async () => {
  const { rest } = await parseYaml(codeOf('Home Assistant', 'yaml'));
  const response = await portal.get(local(rest[0].resource).slice(origin.length));
  // These templates are valid JavaScript except for `is none`.
  const render = (template: string) => {
    const expression = template.replace(/^{{|}}$/g, '').replace('is none', '=== null');
    return new Function('value_json', `return ${expression}`)(response.json());
  };
  const [battery, speed] = rest[0].sensor;
  expect([render(battery.availability), render(battery.value_template)]).toEqual([true, 64]);
  expect(render(speed.value_template)).toBeGreaterThan(0);
});

test(
  'Home Assistant: the script forwards the stream to a webhook',
  needs('python3', 'python3'),
  async () => {
    const values: number[] = [];
    const hook = createServer(async (request, response) => {
      const { samples } = (await json(request)) as { samples: { value: number }[] };
      values.push(...samples.map(({ value }) => value));
      response.end();
    }).listen(0, '127.0.0.1');
    await once(hook, 'listening');
    const HOOK = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/api/webhook/car`;
    run(PYTHON, ['-c', codeOf('Home Assistant', 'python')], { HOOK });
    await sendUntil(33, () => values.includes(33));
    hook.close();
  },
);

test('Grafana: the columns of the panel exist in the CSV', yaml, async () => {
  const { url, header, columns } = await parseYaml(codeOf('Grafana', 'yaml'));
  const at = (ms: number) => encodeURIComponent(new Date(portal.services.now() + ms).toISOString());
  const query = local(url)
    .replace(`\${__from:date:iso}`, at(-3_600_000))
    .replace(`\${__to:date:iso}`, at(0));
  const [name, value] = header.split(': ');
  const { body } = await portal.get(query.slice(origin.length), { [name.toLowerCase()]: value });
  const names = body.split('\r\n')[0]?.split(',');
  for (const { selector } of columns) expect(names).toContain(selector);
  expect(body.split('\r\n').length).toBeGreaterThan(2);
});
