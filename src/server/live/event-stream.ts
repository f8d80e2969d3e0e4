import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Signal } from '#contract/data-catalogue.ts';
import { HEARTBEAT_MS } from '#contract/limits.ts';
import type { streamEvents } from '#contract/live/calls.ts';
import type { Services } from '#server/platform/database/services.ts';
import { liveSource } from '#server/vehicles/linked-vehicles.ts';
import { CursorExpired, type LiveSource } from '#server/vehicles/vehicle-source.ts';
import { ApiProblem, problemBody, problemOfToken } from './api-problem.ts';
import { type LiveAccess, requireGranted } from './granted-signals.ts';
import type { AccessResult, TokenAccess } from './open-token.ts';
import { isInLink, readContact, sampleOf } from './read-vehicle.ts';
import { whenClosed } from './when-closed.ts';

/** Pause before a client reconnects, in ms. */
const RECONNECT_MS = 3000;

type Events = { [Name in keyof typeof streamEvents]: z.input<(typeof streamEvents)[Name]> };

interface StreamOptions {
  signals?: string | undefined;
  /** Looks the access up again after it closed, to learn the reason. */
  readAccess(): Promise<AccessResult>;
  /** Ends the stream without a problem, so that the client reconnects. */
  until?: AbortSignal;
}

interface EventStream {
  body: Readable;
  /**
   * Ends the stream. With a problem, sends it as the last event (`end`); without, the client
   * reconnects.
   */
  end(problem?: ApiProblem): void;
}

/** Open streams of this process, by token id; those of the owner's page by request id. */
const openStreams = new WeakMap<Services, Map<string, EventStream>>();

function streamsOf(services: Services): Map<string, EventStream> {
  const known = openStreams.get(services) ?? new Map();
  openStreams.set(services, known);
  return known;
}

/** Ends all streams when the server stops; clients reconnect and resume. */
export function endStreams(services: Services): void {
  for (const stream of streamsOf(services).values()) stream.end();
}

/**
 * Sends samples of a vehicle as Server-Sent Events until the client leaves or the access closes. A
 * token has one stream; the newest wins, because a broken connection may still look open. Resumes
 * after the event of the `Last-Event-ID` header.
 * @throws {ApiProblem} `cursor-expired` if that event is older than 24 hours or invalid,
 * `signal-not-granted`
 */
export async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  access: TokenAccess,
  { signals, readAccess, until }: StreamOptions,
): Promise<FastifyReply> {
  const onError = (error: unknown) => request.log.error(error);
  const stream = await openEventStream(
    liveSource(services, access.sourceVehicleId),
    access,
    requireGranted(access, signals),
    request.headers['last-event-id']?.toString() || undefined,
    request.id,
    onError,
  );
  const streams = streamsOf(services);
  const key = access.tokenId ?? request.id;
  streams.get(key)?.end(new ApiProblem('stream-replaced'));
  streams.set(key, stream);
  const gone = new AbortController();
  stream.body.once('close', () => {
    gone.abort();
    if (streams.get(key) === stream) streams.delete(key);
  });
  whenClosed(services, access, gone.signal)
    .then(async () => {
      if (gone.signal.aborted) return;
      const opened = await readAccess();
      const name = 'problem' in opened ? problemOfToken[opened.problem] : 'access-ended';
      stream.end(new ApiProblem(name));
    })
    .catch(onError);
  until?.addEventListener('abort', () => stream.end(), { once: true });
  return reply
    .type('text/event-stream')
    .header('cache-control', 'private, no-store')
    .header('x-accel-buffering', 'no')
    .send(stream.body);
}

/**
 * Opens a stream of Server-Sent Events. One event is one batch of samples with its cursor as id, so
 * a client that resumes after the last complete event misses and repeats nothing. Back-pressure:
 * reads the next batch only when the client has read the last one.
 * @throws {ApiProblem} if `lastEventId` is older than 24 hours or invalid
 */
async function openEventStream(
  source: LiveSource,
  access: LiveAccess,
  signals: readonly Signal[],
  lastEventId: string | undefined,
  requestId: string,
  onError: (error: unknown) => void,
): Promise<EventStream> {
  const names = new Set<string>(signals.map(({ name }) => name));
  const abort = new AbortController();
  const changes = source
    .changes(access.sourceVehicleId, lastEventId, abort.signal)
    [Symbol.asyncIterator]();
  let cursor = lastEventId;
  let resume: (() => void) | null = null;

  const body = new Readable({
    read() {
      resume?.();
      resume = null;
    },
    destroy(error, done) {
      abort.abort();
      clearInterval(timer);
      resume?.();
      done(error);
    },
  });
  const isOpen = () => !body.destroyed && !body.readableEnded && !abort.signal.aborted;
  const push = <Name extends keyof Events>(name: Name, data: Events[Name]) =>
    body.push(frame(name, data, cursor));

  const beat = async () => {
    // A client that does not read gets no heartbeats either.
    if (resume) return;
    const contact = await readContact(source, access);
    if (isOpen()) push('heartbeat', contact);
  };
  const timer = setInterval(() => void beat().catch(onError), HEARTBEAT_MS);

  const forward = async (first: Awaited<ReturnType<typeof changes.next>>) => {
    for (let batch = first; !batch.done && isOpen(); batch = await changes.next()) {
      cursor = batch.value.cursor;
      const samples = batch.value.samples
        .filter((sample) => names.has(sample.signal) && isInLink(access, sample))
        .map(sampleOf);
      if (samples.length === 0 || push('samples', { samples })) continue;
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
    }
  };

  const end: EventStream['end'] = (problem) => {
    if (!isOpen()) return;
    if (problem) body.push(frame('end', problemBody(problem, requestId), cursor));
    abort.abort();
    clearInterval(timer);
    body.push(null);
  };

  try {
    const first = await changes.next();
    if (!first.done) cursor = first.value.cursor;
    body.push(`retry: ${RECONNECT_MS}\n\n`);
    await beat();
    forward(first)
      .catch(onError)
      // The client reconnects and resumes at its last event.
      .finally(() => {
        end();
        void changes.return?.(undefined);
      });
  } catch (error) {
    body.destroy();
    void changes.return?.(undefined);
    throw error instanceof CursorExpired ? new ApiProblem('cursor-expired') : error;
  }
  return { body, end };
}

function frame(name: string, data: object, cursor: string | undefined): string {
  const id = cursor === undefined ? '' : `id: ${cursor}\n`;
  return `${id}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
