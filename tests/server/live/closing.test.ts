import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { sendHistory } from '#server/live/send-history.ts';
import { LINKED, SPEED, startLivePortal } from './live-portal.ts';

/** More than the buffers of both sockets. */
const ROWS = 200_000;

type Opened = Awaited<ReturnType<typeof openPortal>>;

async function openPortal() {
  const portal = await startLivePortal();
  await portal.addHistory(
    Array.from({ length: ROWS }, (_, second) => [LINKED + second * 1000, { [SPEED]: second }]),
  );
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = portal.app.server.address() as AddressInfo;
  const from = new Date(LINKED).toISOString();
  const path = `${portal.car}/history?from=${from}&signals=${SPEED}`;
  const authorization = `Bearer ${portal.token}`;
  return {
    close: () => portal.close(),
    port,
    path,
    authorization,
    history: (signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { authorization },
        ...(signal && { signal }),
      }),
  };
}

/** Opens histories; returns what their clients do while the portal closes. */
type Clients = (opened: Opened) => Promise<() => Promise<unknown>>;

const clients: Record<string, Clients> = {
  'one cancelled and one broken off': async ({ history }) => {
    const abort = new AbortController();
    const [one] = await Promise.all([history(), history(abort.signal)]);
    await one.body?.cancel();
    abort.abort();
    return async () => {};
  },
  'one broken off before its first byte': async ({ history }) => {
    const abort = new AbortController();
    const asked = history(abort.signal);
    abort.abort();
    await expect(asked).rejects.toThrow();
    return async () => {};
  },
  'one broken off in the middle, after the portal began to close': async ({ history }) => {
    const abort = new AbortController();
    const { body } = await history(abort.signal);
    await body?.getReader().read();
    return async () => abort.abort();
  },
  'one read to its end only after the portal began to close': async ({ history }) => {
    const response = await history();
    return () => response.text();
  },
  'one read to its end by a client that keeps its connection': async (opened) => {
    const socket = connect(opened.port, '127.0.0.1');
    const { path, authorization } = opened;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`);
    await once(socket, 'readable');
    return () => once(socket.resume(), 'close');
  },
  'a connection without a request': async ({ port }) => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return () => once(socket.resume(), 'close');
  },
};

/** Time in ms in which a history is read and its portal closes. */
let normal: number;
beforeAll(async () => {
  const opened = await openPortal();
  const begin = performance.now();
  await (await opened.history()).text();
  await opened.close();
  normal = performance.now() - begin;
});

test.each(Object.keys(clients))(
  'a portal with histories closes as fast as otherwise: %s',
  async (name) => {
    const opened = await openPortal();
    const meanwhile = await (clients[name] as Clients)(opened);
    const begin = performance.now();
    await Promise.all([opened.close(), meanwhile()]);
    // A timeout of a connection would take 60 s or more.
    expect(performance.now() - begin).toBeLessThan(10 * normal);
  },
);

test('reading ends when the client leaves before the first byte, even if closing fails', async () => {
  const portal = await startLivePortal();
  onTestFinished(() => portal.close());
  const [asked, left, ended] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  async function* chunks() {
    try {
      asked?.resolve();
      await left?.promise;
      yield Buffer.from('a');
      yield Buffer.from('b');
    } finally {
      ended?.resolve();
      await Promise.reject(new Error('The source cannot close'));
    }
  }
  const app = Fastify();
  onTestFinished(() => app.close());
  const { access } = portal;
  const watched = { access, readAccess: async () => ({ access }) };
  app.get('/', (_, reply) => {
    reply.raw.once('close', () => left?.resolve());
    return sendHistory(portal.services, watched, reply, async () => chunks());
  });
  const abort = new AbortController();
  const response = fetch(await app.listen({ port: 0 }), { signal: abort.signal });
  await asked?.promise;
  abort.abort();
  await expect(response).rejects.toThrow();
  await ended?.promise;
}, 10_000);
