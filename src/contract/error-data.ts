import * as z from 'zod/mini';
import { type Code, codes } from './codes.ts';
import { companySignInProblems, fieldProblem, sessionEndings } from './envelope.ts';
import { unsafeReasons } from './files.ts';

const file = z.object({ file: z.string() });
const state = z.object({ state: z.string() });
const fields = z.object({ fields: z.array(fieldProblem) });
const tries = z.object({ triesLeft: z.number() });
const wait = z.object({ retryAfter: z.number() });
export const rateLimits = [
  'requestsOfNetwork',
  'responsesOfNetwork',
  'cookieChoicesOfNetwork',
  'codesInAll',
  'codesOfNetwork',
  'codesOfAddress',
  'codesOfAddressByNetwork',
  'codesOfAddressByBrowser',
  'codesOfMailbox',
  'codesBeyondMailbox',
  'codesBeyondMailboxByNetwork',
  'linksOfMailbox',
  'wrongCodesOfNetwork',
  'wrongCodesOfAddress',
  'companySignInsOfNetwork',
  'companySignInOfState',
  'draftsOfAccount',
  'applicationsOfAccount',
  'applicationsOfVehicle',
  'filesOfAccount',
  'bytesOfAccount',
  'filesOfVehicle',
  'bytesOfVehicle',
  'passwordMailsOfReport',
  'recipientLinksOfApplication',
  'recipientLinksOfAccount',
  'liveAccessOfAccount',
] as const;
export type RateLimitName = (typeof rateLimits)[number];

const limited = z.object({ retryAfter: z.number(), rateLimit: z.enum(rateLimits) });
const current = z.object({ revision: z.number(), state: z.string() });

/** Data of each error, for programs; null for codes that are not listed. */
export const errorData = {
  [codes.invalid]: z.nullable(
    z.object({
      fields: z.optional(z.array(fieldProblem)),
      malformed: z.optional(z.literal(true)),
      file: z.optional(z.string()),
      detail: z.optional(z.string()),
    }),
  ),
  [codes.wrongCode]: z.nullable(tries),
  [codes.wrongPasskey]: z.nullable(tries),
  [codes.unknownFile]: file,
  [codes.agreementMissing]: fields,
  [codes.personalDataNotAllowed]: fields,
  [codes.emptyFile]: file,
  [codes.agreementUnsigned]: file,
  [codes.signedOut]: z.nullable(z.object({ ended: z.enum(sessionEndings) })),
  [codes.companySignInRejected]: z.object({ signIn: z.enum(companySignInProblems) }),
  [codes.notFound]: z.nullable(file),
  [codes.notAllowedNow]: z.nullable(
    z.object({
      state: z.optional(z.string()),
      revision: z.optional(z.number()),
      limit: z.optional(z.number()),
    }),
  ),
  [codes.outdated]: current,
  [codes.takenByOther]: z.object({ assignee: z.string() }),
  [codes.reportNotReady]: z.nullable(state),
  [codes.tooManyFiles]: file,
  [codes.fileWaits]: file,
  [codes.tooManyReports]: z.object({ limit: z.number() }),
  [codes.sharingSuspended]: state,
  [codes.secondOpinionNeeded]: current,
  [codes.tooLarge]: z.nullable(file),
  [codes.typeNotSupported]: z.nullable(file),
  [codes.unsafeFile]: z.object({
    file: z.string(),
    unsafe: z.enum(unsafeReasons),
    detail: z.optional(z.string()),
  }),
  [codes.vehicleNotLinked]: z.nullable(z.object({ linkEndedAt: z.number() })),
  [codes.locked]: z.object({ lockedUntil: z.number() }),
  [codes.tooSoon]: wait,
  [codes.tooMany]: limited,
  [codes.unavailable]: z.nullable(wait),
  [codes.otherSystemUnavailable]: z.object({ system: z.enum(['companySignIn', 'vehicles']) }),
} as const;

type Listed = typeof errorData;

export type ErrorDataOf<C extends Code> = C extends keyof Listed ? z.output<Listed[C]> : null;
export type ErrorData = ErrorDataOf<Code>;

const dataOf: Partial<Record<Code, z.core.$ZodType>> = errorData;
const errors = Object.values(codes).filter((code) => code !== codes.ok);
const nothing = z.null();
// One variant per data shape, to keep the schema small.
const variants = [...Map.groupBy(errors, (code) => dataOf[code] ?? nothing)].map(([data, alike]) =>
  z.object({ code: z.literal(alike), message: z.string(), data }),
);

export const apiError = z.union(variants);
