import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { fileLimits, MEBIBYTE } from '#contract/limits.ts';
import { startPortal } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';

const portal = portalOfTest(() => startPortal());

let socket: Socket;
afterEach(() => socket.destroy());

/** Begins a call, as a proxy does: what comes of it is read later. */
async function open(path: string, ...headers: readonly string[]): Promise<void> {
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  socket = connect((portal.app.server.address() as AddressInfo).port, '127.0.0.1');
  // Whoever writes hears of it.
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write([`POST ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n'));
}

/** Resolves when all of it has been taken; rejects when the line is cut before. */
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

/** The answer, whose body is JSON. */
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
  ['of a length that it tells', `Content-Length: ${8 * MEBIBYTE}`, Buffer.alloc(8 * MEBIBYTE, 'a')],
])('a sender of too much, %s, is told so after the last byte', async (_, length, sent) => {
  await open(path, json, length);
  await write(sent);
  const { head, body } = await answer();
  expect(body).toMatchObject({ code: codes.tooLarge });
  expect(head, 'a proxy may use the line again').not.toMatch(/^connection: close/im);
});

test('a sender who may not upload is told so after the last byte', async () => {
  await open(
    endpoints.personUploadCert.path,
    'Content-Type: multipart/form-data; boundary=x',
    CHUNKED,
  );
  await write(inChunks(8));
  expect((await answer()).body).toMatchObject({ code: codes.signedOut });
});

test('the line is cut to a sender who goes on after five times the largest file', async () => {
  await open(path, json, CHUNKED);
  await expect(write(inChunks((6 * fileLimits.maxBytes) / MEBIBYTE))).rejects.toThrow(
    /ECONNRESET|EPIPE|ECANCELED/,
  );
});
