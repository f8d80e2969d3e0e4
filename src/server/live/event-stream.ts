import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { HEARTBEAT_MS } from '#contract/limits.ts';
import type { streamEvents } from '#contract/live/calls.ts';
import { oncePerStore, type Services } from '#server/platform/database/services.ts';
import { liveSource } from '#server/vehicles/linked-vehicles.ts';
import { CursorExpired } from '#server/vehicles/vehicle-source.ts';
import { ApiProblem, problemBody } from './api-problem.ts';
import { requireGranted } from './granted-signals.ts';
import { isInLink, readContact, sampleOf } from './read-vehicle.ts';
import { type WatchedAccess, watchAccess } from './watch-access.ts';

const RECONNECT_MS = 3000;

type Events = { [Name in keyof typeof streamEvents]: z.input<(typeof streamEvents)[Name]> };

/**
 * Functions that end the open streams of this process. Key: token id or, for the owner's page,
 * request id. A problem is sent as the last event (`end`); without one, the client reconnects.
 */
const openStreams = oncePerStore(() => new Map<string, (problem?: ApiProblem) => void>());

export function endStreams(services: Services): void {
  for (const end of openStreams(services).values()) end();
}

/**
 * Sends samples of a vehicle as Server-Sent Events until the client leaves or the access closes.
 * The id of each event is the cursor of its batch, so that a client can resume after
 * `Last-Event-ID` without gaps or repetitions. Reads the next batch only when the client has read
 * the last one. A new stream of a token replaces the previous one, whose connection may be broken.
 * @throws {ApiProblem} `cursor-expired` if `Last-Event-ID` is older than 24 hours or invalid,
 * `signal-not-granted`
 */
export async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  { signals, ...watched }: WatchedAccess & { signals?: string | undefined },
): Promise<FastifyReply> {
  const { access } = watched;
  const names = new Set<string>(requireGranted(access, signals).map(({ name }) => name));
  const source = liveSource(services, access.sourceVehicleId);
  let contact = await readContact(source, access);
  const closed = new AbortController();
  let cursor = request.headers['last-event-id']?.toString() || undefined;
  const changes = source
    .changes(access.sourceVehicleId, cursor, closed.signal)
    [Symbol.asyncIterator]();
  const first = await changes.next().catch((error) => {
    throw error instanceof CursorExpired ? new ApiProblem('cursor-expired') : error;
  });

  const body = new PassThrough();
  const send = <Name extends keyof Events>(name: Name, data: Events[Name]) =>
    body.write(frame(name, data, cursor));
  const end = (problem?: ApiProblem) => {
    if (closed.signal.aborted) return;
    body.end(problem && frame('end', problemBody(problem, request.id), cursor));
    closed.abort();
  };
  const onError = (error: unknown) => {
    if (!closed.signal.aborted) request.log.error(error);
  };
  const beat = async () => {
    // Sends no heartbeats while the client does not read: they would fill the buffer.
    if (body.writableNeedDrain) return;
    contact = await readContact(source, watched.access).catch((error) => {
      onError(error);
      return { ...contact, state: 'unreachable' as const };
    });
    if (!closed.signal.aborted) send('heartbeat', contact);
  };
  const forward = async () => {
    for (let batch = first; !batch.done && !closed.signal.aborted; batch = await changes.next()) {
      // A power failure would undo the batch, and its cursor would stand for other samples.
      await services.store.synced();
      cursor = batch.value.cursor;
      const samples = batch.value.samples
        .filter((sample) => names.has(sample.signal) && isInLink(watched.access, sample))
        .map(sampleOf);
      if (samples.length > 0 && !send('samples', { samples }))
        await once(body, 'drain', { signal: closed.signal });
    }
  };

  const streams = openStreams(services);
  const key = access.tokenId ?? request.id;
  streams.get(key)?.(new ApiProblem('stream-replaced'));
  streams.set(key, end);
  const timer = setInterval(() => void beat(), HEARTBEAT_MS);
  closed.signal.addEventListener('abort', () => {
    clearInterval(timer);
    void changes.return?.(undefined);
    if (streams.get(key) === end) streams.delete(key);
  });
  body.once('close', () => closed.abort());
  watchAccess(services, watched, closed.signal, (problem) =>
    end(problem === null ? undefined : new ApiProblem(problem)),
  );
  if (!first.done) cursor = first.value.cursor;
  body.write(`retry: ${RECONNECT_MS}\n\n`);
  send('heartbeat', contact);
  // After an error, the client reconnects and resumes at its last event.
  void forward()
    .catch(onError)
    .finally(() => end());
  return reply
    .type('text/event-stream')
    .header('cache-control', 'private, no-store')
    .header('x-accel-buffering', 'no')
    .send(body);
}

function frame(name: string, data: object, cursor: string | undefined): string {
  const id = cursor === undefined ? '' : `id: ${cursor}\n`;
  return `${id}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
