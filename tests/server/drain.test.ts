import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import type { Services } from '#server/platform/database/services.ts';
import { namesIn } from '#tests/server/stored.ts';
import { type ServerProcess, startServer } from '#tests/server-process.ts';
import { lastCode } from './fixture.ts';
import { environmentOf, type FreshLocation, freshLocation } from './fresh-location.ts';
import { callOverHttp } from './over-http.ts';

const STOP_SECONDS = 2;
/** Tolerance for a busy machine, in ms. */
const SLACK = 4000;

const email = 'a@example.eu';
let greeted = 0;
/** A mail server that never replies. */
const silent = createServer(() => greeted++);
const lines: Socket[] = [];
const trickles: NodeJS.Timeout[] = [];
let location: FreshLocation;
let server: ServerProcess;
let store: Store;

beforeAll(async () => {
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  location = await freshLocation();
  server = await startServer({
    ...environmentOf(location),
    SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    STOP_SECONDS: String(STOP_SECONDS),
  });
  store = openStore(location);
});
afterAll(async () => {
  await server.end('SIGKILL');
  await store.close();
  for (const trickle of trickles) clearInterval(trickle);
  for (const line of lines) line.destroy();
  silent.close();
  await location.remove();
});

function open(): Socket {
  const line = connect(Number(new URL(server.url).port), '127.0.0.1');
  line.on('error', () => {});
  lines.push(line);
  return line;
}

const post = (path: string, headers: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`;

test('a stopping process finishes its requests, releases its jobs and exits with 0', async () => {
  await callOverHttp(server.url, 'sendCaptcha', { email, privacyAccepted: true });
  await expect.poll(() => greeted).toBeGreaterThan(0);
  const code = await lastCode({ store } as Services, email);
  const { data } = await callOverHttp(server.url, 'login', { email, code });
  const { token } = data as { token: string };

  const body = JSON.stringify({ email: 'b@example.eu', privacyAccepted: true });
  const inHand = open();
  inHand.write(
    post(
      endpoints.sendCaptcha.path,
      `Content-Type: application/json\r\nContent-Length: ${body.length}`,
    ) + body.slice(0, 10),
  );
  // An endless upload that is fast enough.
  const upload = open();
  upload.resume();
  upload.write(
    post(
      endpoints.personUploadCert.path,
      `${LOGIN_HEADER}: ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 20000000`,
    ),
  );
  upload.write(
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n',
  );
  trickles.push(setInterval(() => upload.write(Buffer.alloc(4096)), 100));
  await expect.poll(() => namesIn({ config: readConfig(environmentOf(location)) })).toHaveLength(1);

  const asked = performance.now();
  const ended = server.end('SIGTERM');
  await expect.poll(() => isRefused()).toBe(true);
  inHand.write(body.slice(10));
  const answer = await text(inHand);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/^connection: close\r$/im);
  expect(await ended, server.output()).toBe(0);
  expect(performance.now() - asked).toBeLessThan(STOP_SECONDS * 1000 + SLACK);

  const jobs = await store.db.selectFrom('job').selectAll().execute();
  expect(
    jobs.map(({ kind, leased_until, last_error }) => [kind, leased_until, last_error]),
  ).toEqual([
    ['mail', null, null],
    ['mail', null, null],
  ]);
}, 30_000);

async function isRefused(): Promise<boolean> {
  const line = open();
  return new Promise((resolve) => {
    line.once('connect', () => resolve(false));
    line.once('error', () => resolve(true));
  });
}
