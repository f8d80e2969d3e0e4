import { create } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { envelopeOf, parseInput } from '#contract/envelope.ts';
import { judgedAsOf } from '#contract/fields.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import { LOGIN_HEADER, UNATTENDED_HEADER } from '#contract/limits.ts';
import { rolesByAccess, type StaffRole } from '#contract/staff-roles.ts';
import { ApiError } from './api-error.ts';
import { type ByteRange, byteRangeOf } from './byte-range.ts';

type Schema = z.core.$ZodType;

/** A signed-in account. */
export interface Account {
  id: string;
  email: string;
  /** Roles among the data holder's staff; none for anybody else. */
  roles: readonly StaffRole[];
  /** When the session ends unless it is used before, ms since the epoch. */
  sessionEndsAt: number;
  /** Use puts off the end of the session. */
  canExtendSession: boolean;
  /** Step of the second factor that staff's calls wait for: its set-up, or a code of it. */
  secondFactor: 'notNeeded' | 'setUp' | 'code' | 'given';
  /** It was given a few minutes ago. */
  isFactorFresh: boolean;
  /** The session began at the company’s sign-in service, which has the second factor. */
  isOfCompany?: true;
}

/** Account and language of a call; `account` is null only on calls that anyone may make. */
export interface Caller<A extends Account | null = Account | null> {
  account: A;
  language: Language;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A file as an answer. */
export interface FileAnswer {
  name: string;
  mediaType: string;
  /** Bytes; left out where nobody knows before the end. */
  size?: number;
  content: NodeJS.ReadableStream;
}

/** A file of which parts are given out too, so that a download that broke off goes on. */
export interface ResumableFile extends Omit<FileAnswer, 'content' | 'size'> {
  size: number;
  /** Hexadecimal; another content has another. */
  sha256: string;
  /** Reads a part; all of it for null. */
  read: (part: ByteRange | null) => Promise<NodeJS.ReadableStream>;
}

type AnyFile = FileAnswer | ResumableFile;
type Answer<E extends Endpoint> = E extends { answersFile: true } ? AnyFile : z.input<E['data']>;
type InputFor<E extends Endpoint> = z.output<E['input']>;
type CallerFor<E> = E extends { access: 'anyone' } ? Caller : Caller<Account>;

/** Registers calls of the contract: validates the input, knows the caller, wraps the answer. */
export type Route = <E extends Endpoint>(
  endpoint: E,
  respond: (input: InputFor<E>, caller: CallerFor<E>) => Promise<Answer<E>> | Answer<E>,
) => void;

/** Finds the account a login token belongs to; throws the reason for which its session ended. */
export type FindAccount = (
  token: string,
  call: { isUnattended: boolean },
) => Promise<Account | null>;

/** Records that somebody signed in was refused a call. */
export type RecordRefusal = (account: Account, path: string) => Promise<void>;

export function routesOf(
  app: FastifyInstance,
  findAccount: FindAccount,
  recordRefusal: RecordRefusal,
): Route {
  return (endpoint, respond) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: schemasOf(endpoint),
      onRequest: async (request, reply) => {
        // What a call answers is one person's, or a token: no cache keeps it.
        reply.header('cache-control', 'no-store');
        request.account = await authorize(request, endpoint, findAccount, recordRefusal);
      },
      handler: async (request, reply) => {
        const caller = { account: request.account, language: languageOf(request), request, reply };
        const input = endpoint.kind === 'query' ? request.query : request.body;
        const answer = await respond(
          (input ?? {}) as InputFor<typeof endpoint>,
          caller as CallerFor<typeof endpoint>,
        );
        if (endpoint.answersFile) {
          const file = answer as AnyFile;
          return 'read' in file ? sendPart(request, reply, file) : sendFile(reply, file);
        }
        return reply.send({ code: codes.ok, message: 'OK', data: answer });
      },
    });
  };
}

/** Schemas for Fastify; a multipart body is read as a stream by its handler. */
function schemasOf({ kind, input, data, answersFile }: Endpoint) {
  return {
    ...(kind === 'query' && { querystring: input }),
    ...(kind === 'json' && { body: input }),
    ...(!answersFile && { response: { [codes.ok]: envelopeOf(data) } }),
  };
}

/** Validates inputs by the contract's schemas and the server's clock; a refusal names the fields. */
export function validatorCompiler(now: () => number) {
  return ({ schema }: { schema: Schema }) =>
    (input: unknown) => {
      const parsed = judgedAsOf(now(), () => parseInput(schema, input));
      if ('value' in parsed) return { value: parsed.value };
      return { error: new ApiError(codes.invalid, { fields: parsed.fields }) };
    };
}

declare module 'fastify' {
  interface FastifyRequest {
    account: Account | null;
  }
}

/** Best of our languages for the Accept-Language header; English when none fits (RFC 9110 §12.5.4). */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  return (new Negotiator(request).language(languageCodes) ?? 'en') as Language;
}

/** Tests that one of an account's roles opens this kind of the staff's calls. */
export function hasAccess(
  { roles }: Pick<Account, 'roles'>,
  access: keyof typeof rolesByAccess,
): boolean {
  return rolesByAccess[access].some((role) => roles.includes(role));
}

async function authorize(
  request: FastifyRequest,
  { access, path, needsFreshFactor }: Endpoint,
  findAccount: FindAccount,
  recordRefusal: RecordRefusal,
): Promise<Account | null> {
  if (access === 'anyone') return null;
  const token = request.headers[LOGIN_HEADER];
  const isUnattended = request.headers[UNATTENDED_HEADER] !== undefined;
  const account = typeof token === 'string' ? await findAccount(token, { isUnattended }) : null;
  if (!account) throw new ApiError(codes.signedOut);
  if (access === 'signedIn') return account;
  if (!hasAccess(account, access)) {
    await recordRefusal(account, path);
    throw new ApiError(codes.forbidden);
  }
  const isAwaited = account.secondFactor === 'setUp' || account.secondFactor === 'code';
  if (access !== 'staff' && isAwaited) throw new ApiError(codes.secondFactorNeeded);
  if (needsFreshFactor && account.secondFactor === 'given' && !account.isFactorFresh)
    throw new ApiError(codes.freshFactorNeeded);
  return account;
}

/** A part that is not there is answered without a body: 416 with the size (RFC 9110 §15.5.17). */
async function sendPart(request: FastifyRequest, reply: FastifyReply, file: ResumableFile) {
  const { size, read, sha256, ...named } = file;
  const etag = `"${sha256}"`;
  reply.header('accept-ranges', 'bytes').header('etag', etag);
  const part = byteRangeOf(request.headers, { size, etag });
  if (part === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  if (!part) return sendFile(reply, { ...named, size, content: await read(null) });
  const { start, end } = part;
  const content = await read(part);
  reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  return sendFile(reply, { ...named, size: end - start + 1, content });
}

function sendFile(reply: FastifyReply, file: FileAnswer) {
  if (file.size !== undefined) reply.header('content-length', file.size);
  return reply
    .header('content-type', file.mediaType)
    .header('content-disposition', create(file.name))
    .send(file.content);
}
