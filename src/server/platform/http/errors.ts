import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Code, codes, httpStatus } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ErrorData, RateLimitName } from '#contract/error-data.ts';
import type { Language } from '#contract/languages.ts';
import type { LiveRateLimit } from '#contract/live/problems.ts';
import { UnknownState } from '#lib/durable-machine/stored.ts';
import {
  DamagedFile,
  isStorageFull,
  StoreUnavailable,
  UnknownKey,
} from '#server/platform/database/store-error.ts';
import { ApiError } from './api-error.ts';
import { languageOf } from './route.ts';

const RETRY_AFTER_S = 5;
const RETRY_WHEN_FULL_S = 60;

declare module 'fastify' {
  interface FastifyRequest {
    errorCode: Code | null;
    rateLimit: RateLimitName | LiveRateLimit | null;
  }
}

export const REQUEST_ID_HEADER = 'x-request-id';

export type ErrorText = (language: Language, code: Code, data: ErrorData) => string;

export function setErrorHandlers(app: FastifyInstance, textOf: ErrorText): void {
  app.decorateRequest('errorCode', null);
  app.decorateRequest('rateLimit', null);
  app.setErrorHandler((error, request, reply) => {
    const { statusCode, headers } = error as { statusCode?: number; headers?: OutgoingHttpHeaders };
    if (statusCode === 416)
      return reply
        .status(416)
        .headers(headers ?? {})
        .send();
    const known = error instanceof ApiError ? error : frameworkError(error);
    if (known?.code === codes.otherSystemUnavailable) {
      request.log.warn(known.message);
      reply.header('retry-after', RETRY_AFTER_S);
    }
    if (known) return sendError(request, reply, known, textOf);
    const { code, retryAfter } = failureOf(error, request);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    return sendError(request, reply, new ApiError(code), textOf);
  });
  app.setNotFoundHandler((request, reply) => {
    const [path] = request.url.split('?');
    const call = Object.values(endpoints).find((endpoint) => endpoint.path === path);
    if (!call) return sendError(request, reply, new ApiError(codes.notFound), textOf);
    reply.header('allow', call.method);
    return sendError(request, reply, new ApiError(codes.methodNotAllowed), textOf);
  });
}

/** Logs an error that the request did not cause, and returns its code. */
export function failureOf(error: unknown, { log }: FastifyRequest) {
  if (error instanceof StoreUnavailable) {
    if (error instanceof UnknownKey) log.error(error.message);
    else log.warn(`Database or storage unavailable: ${error.message}`);
    return { code: codes.unavailable, retryAfter: RETRY_AFTER_S };
  }
  if (error instanceof UnknownState || error instanceof DamagedFile) {
    log.error(error.message);
    return { code: error instanceof DamagedFile ? codes.fileDamaged : codes.unknownState };
  }
  log.error(error);
  if (isStorageFull(error)) return { code: codes.storageFull, retryAfter: RETRY_WHEN_FULL_S };
  return { code: codes.internal };
}

function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, data }: ApiError,
  textOf: ErrorText,
) {
  request.errorCode = code;
  if (data && 'rateLimit' in data) request.rateLimit = data.rateLimit;
  if (data && 'retryAfter' in data) reply.header('retry-after', data.retryAfter);
  return reply
    .status(httpStatus(code))
    .header('cache-control', 'no-store')
    .header(REQUEST_ID_HEADER, request.id)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ code, message: textOf(languageOf(request), code, data), data });
}

const codeOfStatus = {
  404: codes.notFound,
  405: codes.methodNotAllowed,
  413: codes.tooLarge,
  415: codes.typeNotSupported,
} as const;

const malformedCodes = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY']);

function frameworkError(error: unknown): ApiError | undefined {
  const { statusCode: status = 500, code: name = '' } = error as Partial<FastifyError>;
  if (status < 400 || status >= 500) return undefined;
  const code = codeOfStatus[status as keyof typeof codeOfStatus] as
    | (typeof codeOfStatus)[keyof typeof codeOfStatus]
    | undefined;
  if (code !== undefined) return new ApiError(code);
  const isMalformed = malformedCodes.has(name);
  return new ApiError(codes.invalid, isMalformed ? { malformed: true } : null);
}
