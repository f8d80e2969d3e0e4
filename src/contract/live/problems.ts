import * as z from 'zod/mini';
import { fieldProblem } from '#contract/envelope.ts';

interface ProblemType {
  status: number;
  title: string;
  remedy: string;
}

const defineProblems = <Name extends string>(types: Record<Name, ProblemType>) => types;

/**
 * Problem types of the live API (RFC 9457). A name never changes its meaning: clients compare the
 * `type`, which is this name as the fragment of `PROBLEMS_PATH`.
 */
export const problems = defineProblems({
  'invalid-parameter': {
    status: 400,
    title: 'A parameter is unknown or invalid',
    remedy: '`errors` names each parameter and what is wrong with it.',
  },
  'token-missing': {
    status: 401,
    title: 'The request has no token',
    remedy: 'Send the header `Authorization: Bearer vda_…`.',
  },
  'token-unknown': {
    status: 401,
    title: 'The token is unknown',
    remedy:
      'Compare the token with the one you copied, or create another on the page «Live access».',
  },
  'token-expired': {
    status: 401,
    title: 'The token has expired',
    remedy: 'Create another token on the page «Live access».',
  },
  'token-revoked': {
    status: 401,
    title: 'The token was revoked',
    remedy: 'Create another token on the page «Live access».',
  },
  'access-paused': {
    status: 403,
    title: 'The owner has paused the access',
    remedy: 'The owner resumes it on the page «Live access». Do not retry more than once a minute.',
  },
  'access-suspended': {
    status: 403,
    title: 'The data holder has suspended the access',
    remedy: 'The owner finds the ground and the remedies on the page «Live access».',
  },
  'access-ended': {
    status: 403,
    title: 'The access has ended',
    remedy:
      'The owner starts live access again on the page «Live access» and creates another token.',
  },
  'signal-not-granted': {
    status: 403,
    title: 'The token gives no access to a requested signal',
    remedy: '`errors` names the signals. Create a token with their data types.',
  },
  'not-found': {
    status: 404,
    title: 'There is no such resource',
    remedy: 'Compare the path with the OpenAPI description.',
  },
  'vehicle-not-found': {
    status: 404,
    title: 'The token gives access to no vehicle with this id',
    remedy: '`GET /api/v1/vehicles` lists the vehicles of the token.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The method is not allowed',
    remedy: 'The API only reads: use GET.',
  },
  'not-acceptable': {
    status: 406,
    title: 'The requested format is not available',
    remedy: 'Accept `application/x-ndjson`, `text/csv` or `application/vnd.apache.parquet`.',
  },
  'stream-replaced': {
    status: 409,
    title: 'Another stream of the token was opened',
    remedy: 'A token has one stream. Do not reconnect; create a second token for a second client.',
  },
  'cursor-expired': {
    status: 410,
    title: 'The position of the stream is older than 24 hours or invalid',
    remedy: 'Open the stream without `Last-Event-ID` and fetch the gap from the history.',
  },
  'rate-limited': {
    status: 429,
    title: 'The calls of the token are used up',
    remedy: 'Wait for the seconds in `Retry-After`, or open a stream instead of polling.',
  },
  internal: {
    status: 500,
    title: 'The server made an error',
    remedy: 'Retry later. If the error persists, report the `requestId` to the data holder.',
  },
  'source-unavailable': {
    status: 503,
    title: 'The system of the car maker does not answer',
    remedy: 'Retry after the seconds in `Retry-After`.',
  },
  unavailable: {
    status: 503,
    title: 'The portal is overloaded or its database unavailable',
    remedy: 'Retry after the seconds in `Retry-After`.',
  },
});
export type LiveRateLimit = 'callsOfToken' | 'historiesOfAccount' | 'historiesAtOnce';

export type ProblemName = keyof typeof problems;
export const problemNames = Object.keys(problems) as ProblemName[];

export const PROBLEMS_PATH = '/api/v1/problems';
/** URI reference of a problem type; it resolves to its section on the page of errors. */
export const problemType = (name: ProblemName) => `${PROBLEMS_PATH}#${name}`;

/** `notGranted`: the signal is outside the data types of the token. */
const parameterProblem = z.enum([...fieldProblem.shape.problem.options, 'notGranted']);

export const problem = z.strictObject({
  type: z.enum(problemNames.map(problemType)),
  title: z.string(),
  status: z.int().check(z.minimum(400), z.maximum(599)),
  detail: z.string(),
  requestId: z.string(),
  errors: z.optional(
    z.array(
      z.strictObject({
        parameter: z.string(),
        problem: parameterProblem,
        /** Part of the parameter, such as one of several signals. */
        value: z.optional(z.string()),
      }),
    ),
  ),
});
export type Problem = z.infer<typeof problem>;
export type ParameterError = NonNullable<Problem['errors']>[number];
