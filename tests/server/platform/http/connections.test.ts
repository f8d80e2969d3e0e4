import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createLimitedServer, MAX_UNANSWERED } from '#server/platform/http/connections.ts';

/** More than the kernel buffers. */
const LARGE = 64 * 1024 * 1024;

const ends: (() => void)[] = [];
const servers = new WeakMap<Socket, Server>();
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Opens a connection to a server; the connection does not read automatically. */
async function open(handle: RequestListener, unreadTimeout?: number): Promise<Socket> {
  const server = createLimitedServer(handle, unreadTimeout).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  servers.set(socket, server);
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
  const handle = ({ url, socket }: IncomingMessage, response: ServerResponse) => {
    paths.push(url);
    sockets.add(socket);
    answers.push(() => response.end(`answer to ${url}\n`));
  };
  return {
    handle,
    paths,
    /** The server's end of the connection. */
    connection: () => [...sockets][0] as Socket,
    async answerNext() {
      while (answers.length === 0) await setTimeout(1);
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

const large: RequestListener = (_, response) => response.end(Buffer.alloc(LARGE));
const stream = (_: IncomingMessage, response: ServerResponse) =>
  Readable.from(pieces()).pipe(response);
function* pieces() {
  for (let sent = 0; sent < LARGE; sent += 64 * 1024) yield Buffer.alloc(64 * 1024);
}

test.each<[kind: string, answer: RequestListener]>([
  ['sent at once', large],
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
  const socket = await open(large, 1000);
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

/** Starts to close the server of a connection; returns the promise of its end. */
function close(socket: Socket): Promise<void> {
  const server = servers.get(socket) as Server;
  return new Promise((resolve) => server.close(() => resolve()));
}

// Less than any timeout of a connection.
describe('a server that closes', { timeout: 15_000 }, () => {
  test.each<[string, RequestListener]>([
    ['ends a connection after a response whose headers were sent before', stream],
    ['sends the rest of a response that is written, but not yet read', large],
  ])('%s', async (_, handle) => {
    const socket = await open(handle);
    socket.write(get('/'));
    await once(socket, 'readable');
    const closed = close(socket);
    expect((await text(socket)).length).toBeGreaterThan(LARGE);
    await closed;
  });

  test('answers the requests that wait on a connection', async () => {
    const { handle, paths, answerNext } = held();
    const socket = await open(handle);
    socket.write([...many(2), get('/last')].join(''));
    while (paths.length === 0) await setTimeout(1);
    const closed = close(socket);
    for (let index = 0; index < 3; index++) await answerNext();
    expect((await text(socket)).match(/(?<=answer to ).+/g)).toEqual(['/0', '/1', '/last']);
    await closed;
  });

  test('answers a request of which only a part has arrived', async () => {
    const socket = await open((_, response) => response.end('answer'));
    const server = servers.get(socket) as Server;
    const [connection] = await Promise.all([once(server, 'connection'), once(socket, 'connect')]);
    socket.write('GET / HTTP/1.1\r\n');
    while ((connection[0] as Socket).bytesRead === 0) await setTimeout(1);
    const closed = close(socket);
    socket.write('Host: a\r\n\r\n');
    expect(await text(socket)).toMatch(/answer$/);
    await closed;
  });

  test.each([
    ['has sent no request', ''],
    ['was answered', get('/')],
  ])('ends a connection that %s', async (_, sent) => {
    const socket = await open((_, response) => response.end('answer'));
    await once(socket, 'connect');
    socket.write(sent);
    if (sent) await once(socket.resume(), 'data');
    const ended = once(socket.resume(), 'close');
    await close(socket);
    await ended;
  });

  test('reads the rest of a body before it ends the connection', async () => {
    const socket = await open((_, response) => response.writeHead(413).end('too large'));
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab');
    await once(socket.resume(), 'data');
    const closed = close(socket);
    socket.write('cd');
    await once(socket, 'close');
    await closed;
  });
});

test('request headers must arrive within 15 s, the whole request within 30 minutes', () => {
  const { headersTimeout, requestTimeout } = createLimitedServer(() => {});
  expect([headersTimeout, requestTimeout]).toEqual([15_000, 30 * 60_000]);
});
