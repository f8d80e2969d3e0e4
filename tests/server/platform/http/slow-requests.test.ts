import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { expectCode } from '#tests/server/expect-code.ts';
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

test('a body that keeps the pace is taken, however long it takes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  try {
    const patient = await startPortal({ settings: { SLOW_BODY_SECONDS: '10' } });
    await patient.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((patient.app.server.address() as AddressInfo).port, '127.0.0.1');
    let line: Socket | undefined;
    patient.app.server.on('connection', (each: Socket) => {
      line = each;
    });
    const content = JSON.stringify({ email: 'a'.repeat(200_000), privacyAccepted: true });
    let sent = `${head}Content-Type: application/json\r\nConnection: close\r\n`;
    sent += `Content-Length: ${content.length}\r\n\r\n`;
    socket.write(sent);
    await expect.poll(() => line?.bytesRead).toBe(sent.length);
    for (let from = 0; from < content.length; from += 50_000) {
      const part = content.slice(from, from + 50_000);
      sent += part;
      socket.write(part);
      await expect.poll(() => line?.bytesRead).toBe(sent.length);
      vi.advanceTimersByTime(10_000);
    }
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    await patient.close();
  } finally {
    vi.useRealTimers();
  }
});

test('a request that comes over no line is not timed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  try {
    const own = await startPortal({ settings: { SLOW_BODY_SECONDS: '10' } });
    const answer = await own.call('sendCaptcha', { email: 'a@example.eu', privacyAccepted: true });
    expectCode(answer, 200);
    await vi.advanceTimersByTimeAsync(60_000);
    await own.close();
  } finally {
    vi.useRealTimers();
  }
});
