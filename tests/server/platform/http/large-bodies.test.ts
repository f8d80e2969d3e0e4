import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { fileLimits, MEBIBYTE } from '#contract/limits.ts';
import { startPortal } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';

const portal = portalOfTest(startPortal);

let socket: Socket;
afterEach(() => socket.destroy());

/** Starts a call; the response is read later, as by a proxy. */
async function open(path: string, ...headers: readonly string[]): Promise<void> {
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  socket = connect((portal.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write([`POST ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n'));
}

/** Resolves when everything is sent; rejects when the connection is closed before. */
const write = (bytes: Buffer) =>
  new Promise<void>((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

const chunk = Buffer.concat([
  Buffer.from(`${MEBIBYTE.toString(16)}\r\n`),
  Buffer.alloc(MEBIBYTE, 'a'),
  Buffer.from('\r\n'),
]);
const inChunks = (mebibytes: number) =>
  Buffer.concat([...Array<Buffer>(mebibytes).fill(chunk), Buffer.from('0\r\n\r\n')]);

async function answer(): Promise<{ head: string; body: unknown }> {
  let text = '';
  for await (const part of socket.setEncoding('utf8')) {
    text += part;
    const [head = '', body] = text.split('\r\n\r\n', 2);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    if (body !== undefined && Buffer.byteLength(body) >= length)
      return { head, body: JSON.parse(body) };
  }
  throw new Error(`The line was closed after: ${text}`);
}

const { path } = endpoints.sendCaptcha;
const json = 'Content-Type: application/json';
const CHUNKED = 'Transfer-Encoding: chunked';

test.each<[string, string, Buffer]>([
  ['in chunks', CHUNKED, inChunks(8)],
  ['with a declared length', `Content-Length: ${8 * MEBIBYTE}`, Buffer.alloc(8 * MEBIBYTE, 'a')],
])('a body that is too large (%s) gets 413 after its last byte', async (_, length, sent) => {
  await open(path, json, length);
  await write(sent);
  const { head, body } = await answer();
  expect(body).toMatchObject({ code: codes.tooLarge });
  expect(head, 'a proxy can reuse the connection').not.toMatch(/^connection: close/im);
});

test('an upload without sign-in gets 401 after its last byte', async () => {
  const form = 'Content-Type: multipart/form-data; boundary=x';
  await open(endpoints.personUploadCert.path, form, CHUNKED);
  await write(inChunks(8));
  expect((await answer()).body).toMatchObject({ code: codes.signedOut });
});

test('a connection that sends five times the largest file is closed', async () => {
  await open(path, json, CHUNKED);
  await expect(write(inChunks((6 * fileLimits.maxBytes) / MEBIBYTE))).rejects.toThrow(
    /ECONNRESET|EPIPE|ECANCELED/,
  );
});
