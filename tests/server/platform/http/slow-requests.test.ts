import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { cutSlowBodies } from '#server/platform/http/cut-slow-bodies.ts';
import { readConfig } from '#server/platform/store/config.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { startPortal } from '../../fixture.ts';

const portal = portalOfTest(() =>
  startPortal({ settings: { SLOW_HEAD_SECONDS: '0.3', SLOW_BODY_SECONDS: '0.3' } }),
);

const trickles: NodeJS.Timeout[] = [];
afterEach(() => trickles.splice(0).forEach(clearInterval));

/** Resolves once the line is closed, in whichever way. */
const closed = (socket: Socket) =>
  new Promise<void>((resolve) => socket.once('close', () => resolve()));

async function listen(): Promise<number> {
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  return (portal.app.server.address() as AddressInfo).port;
}

/** Sends a beginning, then a byte now and then, for ever. */
function trickle(port: number, beginning: string, byte: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  socket.write(beginning);
  trickles.push(setInterval(() => socket.write(byte), 20));
  return socket;
}

const LINES = 40;
const head = `POST ${endpoints.sendCaptcha.path} HTTP/1.1\r\nHost: localhost\r\n`;
const upload = `POST ${endpoints.personUploadCert.path} HTTP/1.1\r\nHost: localhost\r\n`;

test.each([
  ['heads', head, 'X'],
  [
    'bodies',
    `${head}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"email":"`,
    'a',
  ],
  [
    'bodies in chunks',
    `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    '1\r\na\r\n',
  ],
  [
    'uploads that are refused',
    `${upload}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n`,
    'a',
  ],
])('%s that trickle are cut, others answered meanwhile', async (_, beginning, byte) => {
  const port = await listen();
  const slow = Array.from({ length: LINES }, () => trickle(port, beginning, byte));
  const cut = Promise.all(slow.map(closed));
  const answer = await fetch(`http://127.0.0.1:${port}${endpoints.greeting.path}`);
  expect(answer.status, await answer.text()).toBe(200);
  await cut;
  expect(slow.every(({ destroyed }) => destroyed)).toBe(true);
});

/** A line to a server that takes bodies, and the time of it. */
interface Timed {
  /** Begins with a request to `/read`, `/held` (reads all, and answers later) or `/unread`. */
  begin(path: string, length: number): Promise<void>;
  /** Sends a part of the body, which has arrived then. */
  send(part: string): Promise<void>;
  /** Lets the handlers that wait go on. */
  release(): void;
  /** What comes back over the line. */
  answer(): Promise<string>;
  line(): Socket | undefined;
  app: FastifyInstance;
}

async function inTime(use: (timed: Timed) => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const released = Promise.withResolvers<void>();
  const app = Fastify();
  let socket: Socket | undefined;
  try {
    cutSlowBodies(app, { config: readConfig({ SLOW_BODY_SECONDS: '10' }) });
    app.addContentTypeParser('text/unread', (_, stream, done) => done(null, stream));
    app.post('/read', async ({ body }) => String(body).length);
    app.post('/held', async ({ body }) => released.promise.then(() => String(body).length));
    app.post('/unread', async ({ body }) =>
      released.promise.then(async () => (await text(body as Readable)).length),
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    let line: Socket | undefined;
    app.server.on('connection', (each: Socket) => {
      line = each;
    });
    let sent = 0;
    const send = async (part: string) => {
      sent += part.length;
      socket?.write(part);
      // Not by a poll, which moves the time on.
      while (line && !line.isPaused() && line.bytesRead !== sent) await setImmediate();
      while (!line) await setImmediate();
    };
    const begin = async (path: string, length: number) => {
      socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('error', () => {});
      await send(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`);
      const type = path === '/unread' ? 'text/unread' : 'text/plain';
      await send(`Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`);
    };
    const answer = () => text(socket as Socket);
    await use({ begin, send, release: released.resolve, answer, line: () => line, app });
  } finally {
    released.resolve();
    socket?.destroy();
    await app.close();
    const left = vi.getTimerCount();
    vi.useRealTimers();
    expect(left, 'timers of a portal that is closed').toBe(0);
  }
}

/** Bytes that have to come in the 10 seconds of a window. */
const LEAST = 10 * 4096;
const bytes = (count: number) => 'a'.repeat(count);

test('a body that keeps the pace is taken, however long it takes', () =>
  inTime(async ({ begin, send, answer }) => {
    await begin('/read', 5 * LEAST);
    for (let part = 0; part < 5; part++) {
      await send(bytes(LEAST));
      vi.advanceTimersByTime(10_000);
    }
    expect(await answer()).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n204800$/s);
  }));

test('a body that falls below the pace is cut at the end of the window, and not before', () =>
  inTime(async ({ begin, send, line }) => {
    await begin('/read', 5 * LEAST);
    await send(bytes(LEAST));
    vi.advanceTimersByTime(10_000);
    expect(line()?.destroyed, 'fast enough in the first window').toBe(false);
    await send(bytes(LEAST - 1));
    vi.advanceTimersByTime(5_000);
    expect(line()?.destroyed, 'in the midst of the second').toBe(false);
    vi.advanceTimersByTime(5_000);
    expect(line()?.destroyed, 'a byte too few in the second').toBe(true);
  }));

test('a body that does not come at all is cut half a window later at most', () =>
  inTime(async ({ begin, line }) => {
    vi.advanceTimersByTime(1);
    await begin('/read', 5 * LEAST);
    vi.advanceTimersByTime(14_998);
    expect(line()?.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(line()?.destroyed).toBe(true);
  }));

test.each([
  ['and is read', '/held'],
  ['and is not read yet', '/unread'],
])('a body that has come whole %s is not timed', (_, path) =>
  inTime(async ({ begin, send, release, answer, line }) => {
    await begin(path, 10);
    await send(bytes(10));
    vi.advanceTimersByTime(60_000);
    expect(line()?.destroyed).toBe(false);
    release();
    expect(await answer()).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n10$/s);
  }),
);

test('a body that the portal does not read is not too slow', () =>
  inTime(async ({ begin, send, release, answer, line }) => {
    await begin('/unread', 20 * LEAST);
    let parts = 0;
    for (; !line()?.isPaused(); parts++) await send(bytes(LEAST));
    vi.advanceTimersByTime(60_000);
    expect(line()?.destroyed).toBe(false);
    await send(bytes((20 - parts) * LEAST));
    release();
    expect(await answer()).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n819200$/s);
  }));

test('a request that comes over no line is not timed', () =>
  inTime(async ({ app, release }) => {
    const headers = { 'content-type': 'text/plain' };
    const asked = app.inject({ method: 'POST', url: '/held', headers, body: 'abc' });
    await setImmediate();
    vi.advanceTimersByTime(60_000);
    release();
    expect((await asked).statusCode).toBe(200);
  }));
