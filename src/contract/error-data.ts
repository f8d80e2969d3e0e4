import * as z from 'zod/mini';
import { type Code, codes } from './codes.ts';
import { companySignInProblems, fieldProblem, sessionEndings } from './envelope.ts';
import { unsafeReasons } from './file-safety.ts';

const file = z.object({ file: z.string() });
const state = z.object({ state: z.string() });
const fields = z.object({ fields: z.array(fieldProblem) });
/** Wrong codes left before the address is locked. */
const tries = z.object({ triesLeft: z.number() });
/** Seconds until the call can be repeated. */
const wait = z.object({ retryAfter: z.number() });
/** The current state and revision. */
const current = z.object({ revision: z.number(), state: z.string() });

/**
 * Data of each error beside its code, for programs; the text for people is in `message`. Codes that
 * are not listed have none (`null`); nullable ones have it where more is known.
 */
export const errorData = {
  [codes.invalid]: z.nullable(
    z.object({
      fields: z.optional(z.array(fieldProblem)),
      /** The body cannot be parsed as JSON. */
      malformed: z.optional(z.literal(true)),
      /** File whose upload was interrupted. */
      file: z.optional(z.string()),
      /** Unknown placeholder. */
      detail: z.optional(z.string()),
    }),
  ),
  [codes.wrongCode]: z.nullable(tries),
  [codes.wrongPasskey]: z.nullable(tries),
  [codes.unknownFile]: file,
  [codes.agreementMissing]: fields,
  [codes.personalDataNotAllowed]: fields,
  [codes.emptyFile]: file,
  /** Why the session ended. */
  [codes.signedOut]: z.nullable(z.object({ ended: z.enum(sessionEndings) })),
  [codes.companySignInRefused]: z.object({ signIn: z.enum(companySignInProblems) }),
  [codes.notFound]: z.nullable(file),
  [codes.notAllowedNow]: z.nullable(
    z.object({
      state: z.optional(z.string()),
      revision: z.optional(z.number()),
      /** Maximum number of what the call would add. */
      limit: z.optional(z.number()),
    }),
  ),
  [codes.outdated]: current,
  /** Address of the reviewer who has taken the application. */
  [codes.takenByOther]: z.object({ assignee: z.string() }),
  /** State of the report. */
  [codes.reportNotReady]: z.nullable(state),
  [codes.tooManyFiles]: file,
  [codes.fileWaits]: file,
  /** How often a report can be generated again. */
  [codes.tooManyReports]: z.object({ limit: z.number() }),
  [codes.sharingSuspended]: state,
  [codes.secondOpinionNeeded]: current,
  [codes.tooLarge]: z.nullable(file),
  [codes.typeNotSupported]: z.nullable(file),
  [codes.unsafeFile]: z.object({
    file: z.string(),
    unsafe: z.enum(unsafeReasons),
    /** File inside the archive, or the scanner's name of the malware. */
    detail: z.optional(z.string()),
  }),
  /** When the link between vehicle and account ended, ms since the epoch. */
  [codes.vehicleNotLinked]: z.nullable(z.object({ linkEndedAt: z.number() })),
  /** End of the lock, ms since the epoch. */
  [codes.locked]: z.object({ lockedUntil: z.number() }),
  [codes.tooSoon]: wait,
  [codes.tooMany]: wait,
  [codes.unavailable]: z.nullable(wait),
  /** External system that does not answer. */
  [codes.otherSystemAway]: z.object({ system: z.enum(['companySignIn', 'vehicles']) }),
} as const;

type Listed = typeof errorData;

/** Data of an error with this code. */
export type ErrorDataOf<C extends Code> = C extends keyof Listed ? z.output<Listed[C]> : null;
export type ErrorData = ErrorDataOf<Code>;

const dataOf: Partial<Record<Code, z.core.$ZodType>> = errorData;
const errors = Object.values(codes).filter((code) => code !== codes.ok);
const nothing = z.null();
// One variant for all codes with the same data.
const variants = [...Map.groupBy(errors, (code) => dataOf[code] ?? nothing)].map(([data, alike]) =>
  z.object({ code: z.literal(alike), message: z.string(), data }),
);

/** Every answer that is no success: code, message and the data of the code. */
export const apiError = z.union(variants);
