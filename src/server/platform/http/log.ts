import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import type { PinoLoggerOptions } from 'fastify/types/logger.js';
import { PlainError } from '#server/platform/database/store-error.ts';
import type { Telemetry } from '#server/platform/database/telemetry.ts';
import { REQUEST_ID_HEADER } from '#server/platform/http/errors.ts';
import { routeOf } from '#server/platform/http/tracing.ts';

export const manifest = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as { name: string; version: string; release?: string };
export const release = manifest.release ?? manifest.version;

const FRAMES = /^\s+at /;
const DEPTH = 3;

export const logOptions = (level: string): PinoLoggerOptions & { level: string } => ({
  level,
  base: { pid: process.pid, hostname: hostname(), release },
  serializers: { err: (error) => loggable(error) },
  hooks: {
    // Masks the message of an error, which Pino would log as it is.
    logMethod(values, log) {
      const [error] = values as unknown[];
      if (error instanceof Error) log.call(this, { err: error }, loggable(error).message);
      else log.apply(this, values);
    },
  },
});

interface LoggedError {
  [field: string]: unknown;
  type: string;
  code?: string | number;
  message: string;
  stack: string;
  cause?: LoggedError;
}

function loggable(error: unknown, depth = DEPTH): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const known = [code, responseCode].find((value) => ['string', 'number'].includes(typeof value));
  const frames = (error.stack ?? '').split('\n').filter((line) => FRAMES.test(line));
  return {
    type: error.constructor.name,
    ...(known !== undefined && { code: known as string | number }),
    message: messageOf(error),
    stack: frames.join('\n'),
    ...(error.cause !== undefined && depth > 0 && { cause: loggable(error.cause, depth - 1) }),
  };
}

/**
 * Returns the message without personal data. Masks all messages except those of {@link PlainError},
 * of system errors (a call, and a path or an address), and of PostgreSQL about its resources.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { message } = error;
  if (error instanceof PlainError || 'syscall' in error || isOfResources(error)) return message;
  // A mail server may quote anything after the colon.
  return masked('responseCode' in error ? message.split(':', 1)[0] : message);
}

/** SQLSTATE classes: insufficient resources, operator intervention, system error, internal error. */
const isOfResources = (error: Error) =>
  'severity' in error && 'code' in error && /^(53|57|58|XX)/.test(String(error.code));

export function masked(text = ''): string {
  return (
    text
      // An apostrophe within a word is not a quotation mark.
      .replaceAll(/"[^"]*"?|(?<!\w)'(?:[^']|'(?=\w))*'?|`[^`]*`?|«[^»]*»?/g, '…')
      .replaceAll(/\?\S+/g, '?…')
      .replaceAll(/[^\s<>]+(?:@|%40)[^\s<>]+/g, '…')
      .replaceAll(/\S*\d{4,}\S*|[\w+/=-]{20,}/g, '…')
  );
}

export function watchRequests(
  app: FastifyInstance,
  telemetry: Telemetry,
  journeys: Readonly<Record<string, string>>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id);
  });
  app.addHook('onResponse', async (request, { statusCode: status, elapsedTime: duration }) => {
    const { method, errorCode, rateLimit } = request;
    const route = routeOf(request);
    const code = {
      ...(errorCode !== null && { code: errorCode }),
      ...(rateLimit !== null && { rateLimit }),
    };
    request.log.info({ method, route, status, ...code, ms: Math.round(duration) }, 'request');
    telemetry.countRequest({ route, status, errorCode, rateLimit, duration });
    const journey = journeys[route];
    if (journey && status === 200) telemetry.observe(journey, duration);
  });
}

/**
 * Starts a worker thread. Each line that it prints becomes a warning of this process, because the
 * console of a thread does not write JSON.
 */
export function startThread(program: URL, options: WorkerOptions): Worker {
  // Unpipes the streams. The options `stdout` and `stderr` would keep the process alive.
  const worker = new Worker(program, options);
  for (const input of [worker.stdout, worker.stderr])
    createInterface({ input: input.unpipe() }).on('line', (line) => console.warn(masked(line)));
  return worker;
}
