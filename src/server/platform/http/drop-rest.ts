import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { fileLimits } from '#contract/limits.ts';

/** Bytes of one body that are read at most. */
const MAX_BYTES = 5 * fileLimits.maxBytes;

/**
 * Reads and drops the rest of a body whose call is answered before its end, for example with 413.
 * Closing the connection while the client still writes would reset it: the answer would be lost, and
 * a proxy in between would answer 502.
 */
export function dropRestOfBodies(app: FastifyInstance): void {
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
