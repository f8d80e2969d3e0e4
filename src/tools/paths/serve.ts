import websocket from '@fastify/websocket';
import { fastify } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import { json } from '#lib/statechart/path-formats/json.ts';
import { jsonText } from '#lib/statechart/path-formats/path-report.ts';
import { TurnError } from '#lib/statechart/paths/online-turn.ts';
import { oneOf, UsageError } from '../usage.ts';
import type { PathsArguments } from './arguments.ts';
import { CallError, type ExploredMachine, OnlineCalls, onlineCriteria } from './online-calls.ts';

/** Body of a call and message of a socket at most, bytes. */
const MOST_BYTES = 1_000_000;

/**
 * Answers the calls of online runs over HTTP and WebSocket until the process ends.
 * @returns the address, with the port that the system chose for 0
 * @throws {UsageError} when the address cannot be had
 */
export async function serveRuns(
  machines: readonly ExploredMachine[],
  { criterion, seed, switches = 1, length = 30, weights }: PathsArguments['options'],
  { host, port, stop }: NonNullable<PathsArguments['serve']>,
): Promise<string> {
  const calls = new OnlineCalls(machines, {
    cover: oneOf('--cover', criterion, onlineCriteria),
    seed,
    switches,
    length,
    stop,
    ...(weights && { weights }),
  });
  const app = fastify({ bodyLimit: MOST_BYTES });
  await app.register(websocket, { options: { maxPayload: MOST_BYTES } });
  // Pages of any site may call a port of this machine; runners outside browsers send no origin.
  app.addHook('onRequest', async ({ headers }) => {
    if (headers.origin !== undefined) throw new CallError(403, 'Pages may not drive runs');
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _, reply) =>
    reply.code(statusOf(error)).send({ error: error.message }),
  );
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: `There is no ${request.method} ${request.url}; see --help` }),
  );
  // What cannot be JSON, as an error in an event, keeps its words.
  app.setReplySerializer((payload) => jsonText(payload, 0));

  type Of = { Params: { id: string } };
  app.post('/runs', async ({ body }, reply) => reply.code(201).send(calls.begin(body)));
  app.get<Of>('/runs/:id', async ({ params }) => calls.statistics(params.id));
  app.post<Of>('/runs/:id/next', async ({ params }) => calls.next(params.id));
  app.post<Of>('/runs/:id/report', async ({ params, body }) => calls.report(params.id, body));
  app.delete<Of>('/runs/:id', async ({ params }) => calls.end(params.id));
  app.get<Of>('/runs/:id/paths', async ({ params }, reply) =>
    reply.type('application/json').send(json([calls.paths(params.id)])),
  );
  app.get<Of>('/runs/:id/junit', async ({ params }, reply) =>
    reply.type('application/xml').send(calls.junit(params.id)),
  );
  app.get('/socket', { websocket: true }, (socket) => serveSocket(calls, socket));
  try {
    return await app.listen({ host, port });
  } catch (error) {
    throw new UsageError(`--port ${port}: ${(error as Error).message}`);
  }
}

/** One run a connection: `{"call": "begin"|"next"|"report"|"statistics", "body"?}` a message. */
function serveSocket(calls: OnlineCalls, socket: WebSocket): void {
  let run: string | null = null;
  const answer = (text: string): unknown => {
    const { call, body } = message(text);
    if (call === 'begin') {
      if (run !== null) calls.end(run);
      const begun = calls.begin(body);
      run = begun.run;
      return begun;
    }
    if (run === null) throw new CallError(400, 'begin a run first');
    if (call === 'next') return calls.next(run);
    if (call === 'report') return calls.report(run, body);
    if (call === 'statistics') return calls.statistics(run);
    throw new CallError(400, `call «${call}» is not begin, next, report or statistics`);
  };
  socket.on('message', (data: RawData) => {
    try {
      socket.send(jsonText(answer(String(data)), 0));
    } catch (error) {
      socket.send(
        jsonText({ error: (error as Error).message, status: statusOf(error as Error) }, 0),
      );
    }
  });
  socket.on('close', () => {
    if (run !== null) calls.end(run);
  });
}

function message(text: string): { call?: unknown; body?: unknown } {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {
    // Said below.
  }
  throw new CallError(400, 'a message is a JSON object');
}

function statusOf(error: Error & { statusCode?: number }): number {
  if (error instanceof CallError) return error.status;
  if (error instanceof TurnError) return 409;
  return error.statusCode ?? 500;
}
