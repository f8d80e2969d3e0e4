import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { envelopeOf, parseInput } from '#contract/envelope.ts';
import { validateAsOf } from '#contract/fields.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import { LOGIN_HEADER, UNATTENDED_HEADER } from '#contract/limits.ts';
import { rolesByAccess, type StaffRole } from '#contract/staff-roles.ts';
import { ApiError } from './api-error.ts';
import { type AnyFile, sendAnyFile } from './file-answers.ts';

type Schema = z.core.$ZodType;

export interface Account {
  id: string;
  email: string;
  roles: readonly StaffRole[];
  sessionEndsAt: number;
  canExtendSession: boolean;
  secondFactor: 'notNeeded' | 'setUp' | 'code' | 'given';
  isFactorFresh: boolean;
  /** Signed in through the company's provider, which checks the second factor. */
  isOfCompany?: true;
}

/** Caller of an endpoint. `account` is null only for endpoints that need no sign-in. */
export interface Caller<A extends Account | null = Account | null> {
  account: A;
  /** Login token; empty without one. */
  token: string;
  language: Language;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Checks during a long response whether the session is still valid. Does not extend it. */
  isSignedIn(): Promise<boolean>;
}

/** The result of an endpoint without data is ignored. */
type Answer<E extends Endpoint> = E extends { answersFile: true }
  ? AnyFile
  : E extends { answersEvents: true }
    ? FastifyReply
    : z.input<E['data']> extends null
      ? unknown
      : z.input<E['data']>;
type InputFor<E extends Endpoint> = z.output<E['input']>;
type CallerFor<E> = E extends { access: 'anyone' } ? Caller : Caller<Account>;

export type Route = <E extends Endpoint>(
  endpoint: E,
  respond: (input: InputFor<E>, caller: CallerFor<E>) => Promise<Answer<E>> | Answer<E>,
) => void;

export type FindAccount = (
  token: string,
  call: { isUnattended: boolean },
) => Promise<Account | null>;

export type RecordForbidden = (account: Account, path: string) => Promise<void>;

export function routesOf(
  app: FastifyInstance,
  findAccount: FindAccount,
  recordForbidden: RecordForbidden,
): Route {
  return (endpoint, respond) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: schemasOf(endpoint),
      onRequest: async (request, reply) => {
        // Responses are personal or contain a token.
        reply.header('cache-control', 'no-store');
        request.account = await authorize(request, endpoint, findAccount, recordForbidden);
      },
      handler: async (request, reply) => {
        const caller: Caller = {
          account: request.account,
          token: String(request.headers[LOGIN_HEADER] ?? ''),
          language: languageOf(request),
          request,
          reply,
          isSignedIn: () => hasSession(request, findAccount),
        };
        const input = endpoint.kind === 'query' ? request.query : request.body;
        const answer = await respond(
          (input ?? {}) as InputFor<typeof endpoint>,
          caller as CallerFor<typeof endpoint>,
        );
        if (endpoint.answersFile) {
          if (caller.account) closeAfterLogOut(reply, caller.isSignedIn);
          return sendAnyFile(request, reply, answer as AnyFile);
        }
        if (endpoint.answersEvents) return answer;
        const hasData = endpoint.data._zod.def.type !== 'null';
        return reply.send({ code: codes.ok, message: 'OK', data: hasData ? answer : null });
      },
    });
  };
}

/** In ms. */
const SESSION_CHECK_INTERVAL = 2000;

/** Closes the connection of a long response when the session ends, also in another process. */
function closeAfterLogOut({ raw }: FastifyReply, isSignedIn: Caller['isSignedIn']): void {
  const timer = setInterval(async () => {
    // An unavailable database does not end a session.
    if (!(await isSignedIn().catch(() => true))) raw.destroy();
  }, SESSION_CHECK_INTERVAL).unref();
  raw.once('close', () => clearInterval(timer));
}

function schemasOf({ kind, input, data, answersFile, answersEvents }: Endpoint) {
  return {
    ...(kind === 'query' && { querystring: input }),
    ...(kind === 'json' && { body: input }),
    ...(!answersFile && !answersEvents && { response: { [codes.ok]: envelopeOf(data) } }),
  };
}

export function validatorCompiler(now: () => number) {
  return ({ schema }: { schema: Schema }) =>
    (input: unknown) => {
      const parsed = validateAsOf(now(), () => parseInput(schema, input));
      if ('value' in parsed) return { value: parsed.value };
      return { error: new ApiError(codes.invalid, { fields: parsed.fields }) };
    };
}

declare module 'fastify' {
  interface FastifyRequest {
    account: Account | null;
  }
}

/** Returns the best language for Accept-Language (RFC 9110 §12.5.4); English by default. */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  return (new Negotiator(request).language(languageCodes) ?? 'en') as Language;
}

export function hasAccess(
  { roles }: Pick<Account, 'roles'>,
  access: keyof typeof rolesByAccess,
): boolean {
  return rolesByAccess[access].some((role) => roles.includes(role));
}

async function hasSession({ headers }: FastifyRequest, findAccount: FindAccount): Promise<boolean> {
  const token = headers[LOGIN_HEADER];
  if (typeof token !== 'string') return false;
  try {
    return (await findAccount(token, { isUnattended: true })) !== null;
  } catch (error) {
    if (error instanceof ApiError && error.code === codes.signedOut) return false;
    throw error;
  }
}

async function authorize(
  request: FastifyRequest,
  { access, path, needsFreshFactor }: Endpoint,
  findAccount: FindAccount,
  recordForbidden: RecordForbidden,
): Promise<Account | null> {
  if (access === 'anyone') return null;
  const token = request.headers[LOGIN_HEADER];
  const isUnattended = request.headers[UNATTENDED_HEADER] !== undefined;
  const account = typeof token === 'string' ? await findAccount(token, { isUnattended }) : null;
  if (!account) throw new ApiError(codes.signedOut);
  if (access === 'signedIn') return account;
  if (!hasAccess(account, access)) {
    await recordForbidden(account, path);
    throw new ApiError(codes.forbidden);
  }
  const isAwaited = account.secondFactor === 'setUp' || account.secondFactor === 'code';
  if (access !== 'staff' && isAwaited) throw new ApiError(codes.secondFactorNeeded);
  if (needsFreshFactor && account.secondFactor === 'given' && !account.isFactorFresh)
    throw new ApiError(codes.freshFactorNeeded);
  return account;
}
