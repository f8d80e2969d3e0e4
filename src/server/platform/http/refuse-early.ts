import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Code } from '#contract/codes.ts';
import { ApiError } from './api-error.ts';
import { dropRest } from './drop-rest.ts';
import { REQUEST_ID_HEADER } from './errors.ts';
import { languageOf } from './route.ts';

interface KeptAnswer {
  code: Code;
  status: number;
  headers: Record<string, string | number>;
  body: string;
}

/** Answers that are kept; the texts differ by language and time to wait. */
const MOST_KEPT = 200;

/**
 * Refuses calls ahead of all other hooks, from memory: the first refusal of a kind goes the way of
 * every answer and is kept, those after it differ in their id alone. So a flood costs a third, and
 * whoever comes behind it waits as much less. A call that is refused is logged and counted like any.
 */
export function refuseEarlyCalls(app: FastifyInstance): void {
  const kept = new Map<string, KeptAnswer>();
  app.decorateRequest('refusal', null);

  app.addHook('onRequest', (request, reply, done) => {
    request.refusal = refusalOf(request);
    const answer = request.refusal && kept.get(keyOf(request, request.refusal));
    if (answer) send(request, reply, answer);
    else done();
  });

  app.addHook('onSend', (request, reply, body, done) => {
    const { refusal } = request;
    // A cookie, or the end of a line, is of one request alone.
    const isOfOne = reply.hasHeader('set-cookie') || reply.hasHeader('connection');
    const isRefused = refusal && request.refusedWith === refusal.code && !isOfOne;
    if (isRefused && typeof body === 'string') {
      if (kept.size >= MOST_KEPT) kept.clear();
      const { [REQUEST_ID_HEADER]: _, ...headers } = reply.getHeaders() as KeptAnswer['headers'];
      const { code } = refusal;
      kept.set(keyOf(request, refusal), { code, status: reply.statusCode, headers, body });
    }
    done(null, body);
  });
}

function refusalOf(request: FastifyRequest): ApiError | null {
  try {
    request.routeOptions.config.refuseEarly?.(request);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const keyOf = (request: FastifyRequest, { code, data }: ApiError) =>
  `${languageOf(request)} ${code} ${JSON.stringify(data)}`;

function send(request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer): void {
  request.refusedWith = answer.code;
  dropRest(request.raw);
  reply.hijack();
  reply.raw.writeHead(answer.status, {
    ...answer.headers,
    [REQUEST_ID_HEADER]: request.id,
    'content-length': Buffer.byteLength(answer.body),
  });
  reply.raw.end(answer.body);
}
