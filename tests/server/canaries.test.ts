import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { cookieNames, LOGIN_HEADER } from '#contract/limits.ts';
import type { Store } from '#server/platform/database/database.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { pdf } from '#tests/server/applications/samples.ts';
import { lastCode } from '#tests/server/fixture.ts';
import { type FreshLocation, freshLocation } from '#tests/server/fresh-location.ts';
import { type ServerProcess, startServer } from '#tests/server-process.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const CANARY = 'Kanarienvogel';
/** METRICS_TOKEN. */
const TOKEN = '0123456789 abcdefghijklmnopqrstuvw';
const ADDRESS = 'kanarienvogel@example.eu';

const all = Object.entries(endpoints) as [string, Endpoint][];
let server: ServerProcess;
let location: FreshLocation;
let store: Store;
let token: string;
let code: string;
const peers: { close(): unknown }[] = [];

beforeAll(async () => {
  // Error messages name people, as those of real servers may.
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) => done(new Error(`${address} of ${CANARY} is unknown`)),
  });
  mail.listen(0, '127.0.0.1');
  await once(mail.server, 'listening');
  const backEnd = createServer((request, response) => {
    response.writeHead(500).end(`${CANARY} ${request.url}`);
  }).listen(0, '127.0.0.1');
  await once(backEnd, 'listening');
  peers.push(mail, backEnd);
  const portOf = (address: unknown) => (address as AddressInfo).port;
  location = await freshLocation();
  server = await startServer({
    DATA_DIR: location.dataDir,
    LOG_LEVEL: 'info',
    METRICS_TOKEN: TOKEN,
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
    SMTP_URL: `smtp://127.0.0.1:${portOf(mail.server.address())}`,
    VEHICLE_BACKEND_URL: `http://user:${CANARY}@127.0.0.1:${portOf(backEnd.address())}`,
  });
  store = openStore(location);
  await send('sendCaptcha', { email: ADDRESS, privacyAccepted: true });
  code = await lastCode({ store } as Parameters<typeof lastCode>[0], ADDRESS);
  const answer = await send('login', { email: ADDRESS, code });
  ({ token } = ((await answer.json()) as { data: { token: string } }).data);
  const roles = { is_reviewer: 1, is_lead: 1, is_auditor: 1, is_analyst: 1 };
  await store.db.updateTable('account').set(roles).where('email', '=', ADDRESS).execute();
});
afterAll(async () => {
  await store.close();
  await server.end('SIGTERM');
  for (const peer of peers) peer.close();
  await location.remove();
});

function send(name: string, body: unknown, login?: string): Promise<Response> {
  const { method, path, kind } = endpoints[name as keyof typeof endpoints] as Endpoint;
  const url = new URL(path, server.url);
  if (kind === 'query')
    for (const [key, value] of Object.entries(Object(body)))
      url.searchParams.set(key, String(value));
  return fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(login !== undefined && { [LOGIN_HEADER]: login }),
      ...(kind === 'json' && { 'content-type': 'application/json' }),
      cookie: Object.values(cookieNames)
        .map((cookie) => `${cookie}=${CANARY}`)
        .join('; '),
      'user-agent': CANARY,
      'accept-language': CANARY,
      referer: `http://${CANARY}/`,
      'x-forwarded-for': CANARY,
      'x-request-id': CANARY,
    },
    ...(kind === 'json' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(kind === 'multipart' && { body: upload(body) }),
  });
}

function upload(fields: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(Object(fields))) form.append(name, String(value));
  form.append('file', new File([pdf as BlobPart, CANARY], `${CANARY}.pdf`));
  return form;
}

/** Replaces all texts by canaries; with `others`, all values. */
function withCanaries(value: unknown, others: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => withCanaries(one, others));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, withCanaries(one, others)]),
    );
  if (typeof value === 'string') return value.includes('@') ? ADDRESS : CANARY;
  return others ? CANARY : value;
}

/** Matches digits that are not part of a longer number. */
const itself = (digits: string) => new RegExp(`(?<![\\d.])${digits}(?!\\d)`);

test.each(all)('%s logs nothing that it received', async (name, { example, kind }) => {
  const bodies = [
    example,
    withCanaries(example, false),
    withCanaries(example, true),
    { ...Object(example), [CANARY]: CANARY },
    { [CANARY]: [CANARY] },
    kind === 'json' ? `{"${CANARY}": ` : CANARY,
  ];
  // Calls that end the session or lock the account.
  const logins = /logout|[Ss]ession|staffChange/.test(name) ? [CANARY] : [token, CANARY];
  for (const login of logins)
    for (const body of bodies) await (await send(name, body, login)).text();
  const output = server.output();
  expect(output.split('\n').filter((line) => /kanarienvogel/i.test(line))).toEqual([]);
  expect(output).not.toContain(token);
  expect(output).not.toMatch(itself(code));
});

test('errors are logged with their type', async () => {
  await vi.waitFor(() => expect(server.output()).toMatch(/"type":"\w*Error"/), 30_000);
  expect(server.output()).not.toMatch(/kanarienvogel/i);
});

test('each call is logged and counted, without its content', async () => {
  const answer = await send('config', {});
  const id = answer.headers.get('x-request-id');
  await expect.poll(() => server.output()).toContain(`"reqId":"${id}"`);
  const headers = { authorization: `Bearer ${TOKEN}` };
  const figures = await (await fetch(`${server.url}/metrics`, { headers })).text();
  for (const [, { path }] of all) {
    expect(server.output()).toContain(`"route":"${path}"`);
    expect(figures).toContain(`route="${path}"`);
  }
  for (const text of [server.output(), figures]) {
    expect(text).not.toMatch(/kanarienvogel/i);
    for (const secret of [token, TOKEN]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(itself(code));
  }
});
