import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { fileLimits, REQUEST_TIMEOUT_MS } from '#contract/limits.ts';

export function closeConnectionsWhenDraining(app: FastifyInstance): void {
  let isDraining = false;
  app.addHook('preClose', async () => {
    isDraining = true;
  });
  app.addHook('onSend', async (_, reply) => {
    if (isDraining) reply.header('connection', 'close');
  });
}

/**
 * Closes the server: stops accepting connections, finishes requests in progress, and closes the
 * remaining connections when `overdue` is aborted.
 */
export async function drain(app: FastifyInstance, overdue: AbortSignal): Promise<void> {
  const cut = () => app.server.closeAllConnections();
  overdue.addEventListener('abort', cut, { once: true });
  try {
    await app.close();
  } finally {
    overdue.removeEventListener('abort', cut);
  }
}

const MAX_BYTES = 5 * fileLimits.maxBytes;

/**
 * Reads and discards the rest of a request body that is still arriving when the response is sent,
 * for example a 413. Closing the connection instead would reset it: the client would not get the
 * response, and a proxy would send 502.
 */
export function drainBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete || !hasBody(raw)) return;
    limitBody(raw);
    if (reply.hasHeader('connection')) reply.removeHeader('connection');
  });
}

export function limitBody(raw: IncomingMessage): void {
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) raw.destroy();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

/** Unanswered requests per connection; one more closes it. Browsers do not pipeline. */
export const MAX_UNANSWERED = 16;

const UNREAD_TIMEOUT_MS = 60_000;

const HEADERS_TIMEOUT_MS = 15_000;

/** Keep-alive timeout, longer than those of proxies, so that they close connections first. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/**
 * Creates an HTTP server that handles the requests of a connection one at a time. Node would start
 * all pipelined requests at once, so clients that do not read their responses would be expensive.
 * While the server closes, each connection is closed after its last response.
 */
export function createLimitedServer(
  handle: RequestListener,
  unreadTimeout = UNREAD_TIMEOUT_MS,
): Server {
  const connections = new Set<Socket>();
  const unanswered = new WeakMap<Socket, (() => void)[]>();
  /** Bytes received until the end of the last request. */
  const received = new WeakMap<Socket, number>();

  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: HEADERS_TIMEOUT_MS / 2,
    },
    (request, response) => {
      const { socket } = request;
      // Node still parses the rest of a packet after the socket was destroyed.
      if (socket.destroyed) return;
      const queue = unanswered.get(socket) ?? [];
      unanswered.set(socket, queue);
      if (queue.length >= MAX_UNANSWERED) {
        socket.destroy();
        return;
      }
      queue.push(() => handle(request, response));
      const onDone = () => {
        received.set(socket, socket.bytesRead);
        // The response may have announced keep-alive before the server began to close.
        if (!server.listening && queue.length === 0 && request.complete) socket.destroySoon();
      };
      request.once('close', onDone);
      response.once('close', () => {
        queue.shift();
        onDone();
        // Not writable after a response with `Connection: close`.
        if (socket.writable) queue[0]?.();
      });
      if (queue.length === 1) handle(request, response);
    },
  );
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  // Node's own method also cuts off responses that are written but not yet sent.
  server.closeIdleConnections = () => {
    for (const socket of connections) {
      const isIdle = socket.bytesRead === (received.get(socket) ?? 0);
      if (isIdle && !unanswered.get(socket)?.length) socket.destroy();
    }
  };

  // Closes connections whose client does not read, but not while a handler prepares the response.
  server.setTimeout(unreadTimeout, (socket) => {
    const isWaitingForHandler = socket.writableLength === 0 && unanswered.get(socket)?.length;
    if (!isWaitingForHandler) socket.destroy();
  });
  return server;
}
