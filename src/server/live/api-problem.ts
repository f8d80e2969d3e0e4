import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Code, codes } from '#contract/codes.ts';
import type { RateLimitName } from '#contract/error-data.ts';
import {
  type LiveRateLimit,
  type ParameterError,
  type Problem,
  type ProblemName,
  problems,
  problemType,
} from '#contract/live/problems.ts';
import { ApiError, ExpectedError } from '#server/platform/http/api-error.ts';
import { failureOf, REQUEST_ID_HEADER } from '#server/platform/http/errors.ts';

const RETRY_AFTER_S = 5;

/**
 * CORS: dashboards in a browser may read with a token. There are no cookies, so any origin is
 * allowed.
 */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
};

interface ProblemFacts {
  detail?: string;
  errors?: readonly ParameterError[];
  /** In seconds. */
  retryAfter?: number;
  rateLimit?: RateLimitName | LiveRateLimit | undefined;
}

export class ApiProblem extends ExpectedError {
  readonly problem: ProblemName;
  readonly facts: ProblemFacts;

  constructor(problem: ProblemName, facts: ProblemFacts = {}) {
    super(facts.detail ?? problems[problem].remedy);
    this.problem = problem;
    this.facts = facts;
  }
}

/** Codes under which the log and the metrics count problems of the live API. */
const codeOfProblem: Partial<Record<ProblemName, Code>> = {
  'rate-limited': codes.tooMany,
  'source-unavailable': codes.otherSystemUnavailable,
  unavailable: codes.unavailable,
  internal: codes.internal,
};

export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];

export function problemBody(error: ApiProblem, requestId: string): Problem {
  const { title, status } = problems[error.problem];
  return {
    type: problemType(error.problem),
    title,
    status,
    detail: error.message,
    requestId,
    ...(error.facts.errors && { errors: [...error.facts.errors] }),
  };
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: ApiProblem) {
  const body = problemBody(error, request.id);
  const { retryAfter, rateLimit = null } = error.facts;
  request.errorCode = codeOfProblem[error.problem] ?? null;
  request.rateLimit = rateLimit;
  // Set here, too, because hooks that run before those of this API may throw.
  reply.headers(corsHeaders);
  if (error.problem === 'method-not-allowed') reply.header('allow', 'GET, HEAD');
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (body.status === 401)
    reply.header(
      'www-authenticate',
      error.problem === 'token-missing' ? 'Bearer' : 'Bearer error="invalid_token"',
    );
  return reply
    .status(body.status)
    .header('cache-control', 'no-store')
    .header(REQUEST_ID_HEADER, request.id)
    .type('application/problem+json')
    .send(JSON.stringify(body));
}

export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  return sendProblem(request, reply, toProblem(error, request));
}

function toProblem(error: unknown, request: FastifyRequest): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof ApiError) {
    if (error.code === codes.otherSystemUnavailable) request.log.warn(error.message);
    return problemOfApiError(error);
  }
  const status = (error as FastifyError).statusCode ?? 500;
  if (status >= 400 && status < 500)
    return new ApiProblem('invalid-parameter', { detail: 'The request is malformed.' });
  const { retryAfter } = failureOf(error, request);
  return retryAfter === undefined
    ? new ApiProblem('internal')
    : new ApiProblem('unavailable', { retryAfter });
}

function problemOfApiError({ code, data }: ApiError<Code>): ApiProblem {
  const retryAfter = data && 'retryAfter' in data ? data.retryAfter : RETRY_AFTER_S;
  if (code === codes.otherSystemUnavailable)
    return new ApiProblem('source-unavailable', { retryAfter });
  if (code === codes.tooMany)
    return new ApiProblem('rate-limited', {
      retryAfter,
      detail: 'Your network sends too many requests.',
      rateLimit: data && 'rateLimit' in data ? data.rateLimit : undefined,
    });
  if (code === codes.invalid && data && 'fields' in data && data.fields)
    return new ApiProblem('invalid-parameter', {
      errors: data.fields.map(({ field, problem }) => ({ parameter: field, problem })),
    });
  return code === codes.invalid
    ? new ApiProblem('invalid-parameter')
    : new ApiProblem('unavailable', { retryAfter });
}
