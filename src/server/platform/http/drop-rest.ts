import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { fileLimits } from '#contract/limits.ts';

/** Bytes of a body that are read at most, whether anybody wants them or not. */
const PATIENCE = 5 * fileLimits.maxBytes;

/**
 * Reads on, and drops, what is left of a body when its call is answered before its end, most of all
 * refused. A line that is closed while its sender writes is reset, the answer is lost with it, and a
 * proxy in between tells its own.
 */
export function dropRestOfBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    // The framework would close the line.
    if (dropRest(raw) && reply.hasHeader('connection')) reply.removeHeader('connection');
  });
}

/** The same for one body; answers whether anything is left of it. */
export function dropRest(raw: IncomingMessage): boolean {
  const isLeft = !raw.complete && hasBody(raw);
  if (isLeft) endImpatiently(raw);
  return isLeft;
}

/** Reads a body, and cuts the line to a sender that goes on and on. */
export function endImpatiently(raw: IncomingMessage): void {
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > PATIENCE) raw.destroy();
  });
}

/** Tests that a request says that it has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}
