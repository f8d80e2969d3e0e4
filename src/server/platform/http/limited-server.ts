import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { REQUEST_TIMEOUT } from '#contract/limits.ts';

/** Requests of one connection that may be unanswered; one more closes it. Browsers and proxies do not pipeline. */
export const MAX_UNANSWERED = 16;

/** Time after which a connection is closed whose client reads nothing of a pending answer, in ms. */
const UNREAD_TIMEOUT_MS = 60_000;

/** Longest time for the request headers, in ms. */
const HEADERS_TIMEOUT_MS = 15_000;

/** Longer than proxies keep an idle connection, so that they close it first. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/**
 * Creates an HTTP server in which a client that does not read its answers costs little: a connection
 * has one answer in progress, and few requests wait for their turn. Node itself starts an answer to
 * each request that arrives, a thousand in one packet.
 */
export function createLimitedServer(
  handle: RequestListener,
  options: ServerOptions = {},
  unreadTimeout = UNREAD_TIMEOUT_MS,
): Server {
  const unanswered = new WeakMap<Socket, (() => void)[]>();

  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT,
      connectionsCheckingInterval: HEADERS_TIMEOUT_MS / 2,
      ...options,
    },
    (request, response) => {
      const { socket } = request;
      // The rest of a packet is parsed although the connection is closed.
      if (socket.destroyed) return;
      const queue = unanswered.get(socket) ?? [];
      unanswered.set(socket, queue);
      if (queue.length >= MAX_UNANSWERED) {
        socket.destroy();
        return;
      }
      queue.push(() => handle(request, response));
      response.once('close', () => {
        queue.shift();
        // Not writable after an answer with `Connection: close`.
        if (socket.writable) queue[0]?.();
      });
      if (queue.length === 1) handle(request, response);
    },
  );

  // Node's timer starts again as long as the client reads, however slowly.
  server.setTimeout(unreadTimeout, (socket) => {
    const isWaitingForHandler = socket.writableLength === 0 && unanswered.get(socket)?.length;
    if (!isWaitingForHandler) socket.destroy();
  });
  return server;
}
