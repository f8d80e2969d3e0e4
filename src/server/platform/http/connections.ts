import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { fileLimits } from '#contract/limits.ts';

/** Sends `Connection: close` with each response while the server is closing. */
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
 * Closes the server: accepts no connections, finishes the requests in progress, and closes the
 * connections that are left when `overdue` is aborted.
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
 * Drains the rest of a body when a response is sent before its end, for example 413. Closing the
 * connection while the client still writes would reset it: the response would be lost, and a proxy
 * would send 502.
 */
export function drainBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete || !hasBody(raw)) return;
    limitBody(raw);
    // Fastify would close the connection.
    if (reply.hasHeader('connection')) reply.removeHeader('connection');
  });
}

/** Reads a body, and closes the connection of a client that sends too much. */
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
