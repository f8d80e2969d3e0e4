import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createLimitedServer, MAX_UNANSWERED } from '#server/platform/http/connections.ts';

/** More than the kernel buffers. */
const LARGE = 64 * 1024 * 1024;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Opens a connection to a server; the connection does not read automatically. */
async function open(handle: RequestListener, unreadTimeout?: number): Promise<Socket> {
  const server = createLimitedServer(handle, unreadTimeout).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  socket.pause();
  socket.on('error', () => {});
  ends.push(() => {
    socket.destroy();
    server.close();
    server.closeAllConnections();
  });
  return socket;
}

/** A handler whose responses wait for `answerNext`. */
function held() {
  const answers: (() => void)[] = [];
  const paths: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  let arrive: () => void = () => {};
  const handle = ({ url, socket }: IncomingMessage, response: ServerResponse) => {
    paths.push(url);
    sockets.add(socket);
    answers.push(() => response.end(`answer to ${url}\n`));
    arrive();
  };
  return {
    handle,
    paths,
    /** The server's end of the connection. */
    connection: () => [...sockets][0] as Socket,
    async answerNext() {
      if (answers.length === 0)
        await new Promise<void>((resolve) => {
          arrive = resolve;
        });
      answers.shift()?.();
    },
  };
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const many = (count: number) => Array.from({ length: count }, (_, index) => get(`/${index}`));
const named = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);

test('pipelined requests are handled one at a time and answered in order', async () => {
  const { handle, paths, answerNext } = held();
  const socket = await open(handle);
  socket.write([...many(MAX_UNANSWERED - 1), get('/last', 'Connection: close\r\n')].join(''));
  for (let index = 0; index < MAX_UNANSWERED; index++) {
    await answerNext();
    expect(paths).toHaveLength(index + 1);
  }
  const answers = (await text(socket)).match(/(?<=answer to ).+/g);
  expect(answers).toEqual([...named(MAX_UNANSWERED - 1), '/last']);
});

test('a connection with too many unanswered requests is closed, and they are not handled', async () => {
  const { handle, paths } = held();
  const socket = await open(handle);
  socket.resume();
  socket.write(many(500).join(''));
  await once(socket, 'close');
  expect(paths).toEqual(['/0']);
});

test('requests after a response with Connection: close are not handled', async () => {
  const { handle, paths, answerNext } = held();
  const socket = await open(handle);
  socket.write([get('/only', 'Connection: close\r\n'), ...many(5)].join(''));
  await answerNext();
  await text(socket);
  expect(paths).toEqual(['/only']);
});

test('waiting requests of a closed connection are not handled', async () => {
  const { handle, paths, connection } = held();
  const socket = await open(handle);
  socket.write(many(5).join(''));
  while (paths.length === 0) await setTimeout(1);
  const closed = new Promise((resolve) => connection().once('close', resolve));
  socket.destroy();
  await closed;
  expect(paths).toEqual(['/0']);
});

test('bodies, HEAD, 304 and 100-continue keep their order', async () => {
  const socket = await open(async (request, response) => {
    const body = await text(request);
    response.statusCode = request.url === '/unchanged' ? 304 : 200;
    response.end(`${request.method} ${body.length}\n`);
  });
  const post = (body: string, headers = '') =>
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`;
  socket.write(post('a'.repeat(200_000)));
  socket.write(post('', 'Expect: 100-continue\r\n'));
  socket.write('HEAD / HTTP/1.1\r\nHost: a\r\n\r\n');
  socket.write(get('/unchanged'));
  socket.write(post('abc', 'Connection: close\r\n'));
  const parts = (await text(socket)).match(/^HTTP.*|^(GET|POST|HEAD) \d+/gm);
  expect(parts).toEqual([
    'HTTP/1.1 200 OK',
    'POST 200000',
    'HTTP/1.1 100 Continue',
    'HTTP/1.1 200 OK',
    'POST 0',
    'HTTP/1.1 200 OK',
    'HTTP/1.1 304 Not Modified',
    'HTTP/1.1 200 OK',
    'POST 3',
  ]);
});

test('a connection can be reused', async () => {
  const { handle, answerNext, connection } = held();
  const socket = await open(handle);
  for (let round = 0; round < 3 * MAX_UNANSWERED; round++) {
    socket.write(get(`/${round}`));
    await answerNext();
    const [answer] = await once(socket.resume(), 'data');
    expect(String(answer)).toContain(`answer to /${round}`);
  }
  expect(connection().destroyed).toBe(false);
});

const stream = (_: IncomingMessage, response: ServerResponse) =>
  Readable.from(pieces()).pipe(response);
function* pieces() {
  for (let sent = 0; sent < LARGE; sent += 64 * 1024) yield Buffer.alloc(64 * 1024);
}

test.each<[kind: string, answer: RequestListener]>([
  ['sent at once', (_, response) => response.end(Buffer.alloc(LARGE))],
  ['streamed', stream],
])('a client that does not read a response %s is disconnected', async (_, answer) => {
  let response: ServerResponse | undefined;
  const closed = new Promise<void>((resolve) => {
    void open((request, each) => {
      response = each.once('close', resolve);
      answer(request, each);
    }, 100).then((socket) => socket.write(get('/')));
  });
  await closed;
  expect(response?.writableFinished).toBe(false);
});

test('a client that reads slowly stays connected', async () => {
  const socket = await open((_, response) => response.end(Buffer.alloc(LARGE)), 1000);
  socket.write(get('/', 'Connection: close\r\n'));
  let bytes = 0;
  for await (const chunk of socket) {
    bytes += chunk.length;
    // Takes several times the timeout.
    if (bytes < LARGE / 2) await setTimeout(1);
  }
  expect(bytes).toBeGreaterThan(LARGE);
});

test('the timeout of unread responses begins with the response', async () => {
  let response: ServerResponse | undefined;
  const socket = await open((_, each) => {
    response = each;
    each.socket?.once('timeout', () => each.end(Buffer.alloc(LARGE)));
  }, 100);
  socket.write(get('/'));
  while (!response) await setTimeout(1);
  await once(response, 'close');
  expect(response).toMatchObject({ writableEnded: true, writableFinished: false });
});

test('request headers must arrive within 15 s, the whole request within 30 minutes', () => {
  const { headersTimeout, requestTimeout } = createLimitedServer(() => {});
  expect([headersTimeout, requestTimeout]).toEqual([15_000, 30 * 60_000]);
});
