import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Services } from '#server/platform/database/services.ts';
import { ApiProblem } from './api-problem.ts';
import { type WatchedAccess, watchAccess } from './watch-access.ts';

const MAX_HISTORIES_PER_ACCOUNT = 2;
const MAX_HISTORIES_PER_PROCESS = 20;
const RETRY_AFTER_S = 5;

const inProgress = new Map<string, number>();

/**
 * Sends chunks of a history until they end, the client disconnects or the access closes.
 * @throws {ApiProblem} `rate-limited` while too many histories are read; errors of the first chunk
 */
export async function sendHistory(
  services: Services,
  watched: WatchedAccess,
  reply: FastifyReply,
  open: () => Promise<AsyncGenerator<Uint8Array>>,
) {
  const { accountId } = watched.access;
  const ofAccount = inProgress.get(accountId) ?? 0;
  const total = inProgress.values().reduce((sum, bytes) => sum + bytes, 0);
  if (ofAccount >= MAX_HISTORIES_PER_ACCOUNT || total >= MAX_HISTORIES_PER_PROCESS) {
    const rateLimit =
      ofAccount >= MAX_HISTORIES_PER_ACCOUNT ? 'historiesOfAccount' : 'historiesAtOnce';
    throw new ApiProblem('rate-limited', { retryAfter: RETRY_AFTER_S, rateLimit });
  }
  inProgress.set(accountId, ofAccount + 1);
  const release = () => {
    const others = (inProgress.get(accountId) ?? 1) - 1;
    if (others > 0) inProgress.set(accountId, others);
    else inProgress.delete(accountId);
  };
  try {
    const chunks = await open();
    // Errors before the first chunk become problems; later ones break the connection.
    const first = await chunks.next();
    const body = Readable.from(joined(first, chunks), { objectMode: false });
    const closed = new AbortController();
    body.once('close', () => {
      release();
      closed.abort();
      // Ends the generator, also if the body was never read. An error has no effect after the
      // response.
      chunks.return(undefined).catch(() => {});
    });
    watchAccess(services, watched, closed.signal, () => body.destroy());
    // The client may have disconnected before the first chunk.
    if (reply.raw.destroyed) body.destroy();
    return reply.send(body);
  } catch (error) {
    release();
    throw error;
  }
}

async function* joined(
  first: IteratorResult<Uint8Array, unknown>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
