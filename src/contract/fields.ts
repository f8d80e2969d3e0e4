import * as z from 'zod/mini';
import { HOUR } from '#lib/words/durations.ts';
import { dataTypes } from './data-types.ts';
import {
  EMAIL,
  fileLimits,
  MAX_AGE,
  MAX_LINE,
  MAX_PAGE,
  MAX_PAGE_SIZE,
  MAX_TEXT,
  MAX_YEARS_AHEAD,
  SIX_DIGITS,
} from './limits.ts';

let clockOverride: number | null = null;

export const validationTime = (): number => clockOverride ?? Date.now();

/** Runs `parse`, which must be synchronous, with `now` in place of the device's clock. */
export function validateAsOf<Result>(now: number, parse: () => Result): Result {
  const before = clockOverride;
  clockOverride = now;
  try {
    return parse();
  } finally {
    clockOverride = before;
  }
}

export const EXAMPLE_NUMBER = 'VD-20261120-4K7Q2M';
export const EXAMPLE_FILE = '00000000000000000000000000000000';
export const EXAMPLE_COMING_DAY = `${new Date().getUTCFullYear() + 2}-01-31`;

/** Text that workbooks accept: no lone surrogates, no control characters but tab and newline. */
export const PRINTABLE = /^(?:[\t\n\r]|[^\p{Cc}\p{Cs}])*$/u;

export const ONE_LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u;

/**
 * Invisible characters and marks of the reading direction, except joiners and variation selectors,
 * which Persian, Hindi, Chinese and emoji need. `SELECTORS` matches these where they have no use:
 * at the start, and after spaces, digits, and letters of scripts such as Latin.
 */
const INVISIBLE =
  /(?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u200c\u200d])[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;
const SELECTORS =
  /(?<=^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Nd}\s])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u200c\u200d]+/gu;
/** Removes invisible characters, which can make a text look like another one. */
export const visibleText = (text: string): string =>
  text.replace(INVISIBLE, '').replace(SELECTORS, '');
export const visible = () => z.overwrite(visibleText);

const printable = () => z.regex(PRINTABLE);
export const oneLine = () => z.regex(ONE_LINE);

export const line = () =>
  z.string().check(visible(), z.trim(), z.minLength(1), z.maxLength(MAX_LINE), oneLine());
export const optionalLine = () =>
  z.optional(z.string().check(visible(), z.trim(), z.maxLength(MAX_LINE), oneLine()));
export const text = () =>
  z.string().check(visible(), z.trim(), z.minLength(1), z.maxLength(MAX_TEXT), printable());
export const optionalText = () =>
  z.optional(z.string().check(visible(), z.trim(), z.maxLength(MAX_TEXT), printable()));

export const code = () => z.string().check(z.trim(), z.minLength(1), z.regex(SIX_DIGITS));
export const codeSent = z.object({
  /** Seconds until another code can be requested. */
  resendAfter: z.number(),
});
/**
 * Normalizes an address, so that all its spellings belong to one account: to lower case, because no
 * mail system in use distinguishes case, and to the ASCII form of the domain (IDNA).
 */
export const email = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.toLowerCase(),
      z.overwrite(withAsciiDomain),
      z.maxLength(MAX_LINE),
      z.email({ pattern: EMAIL }),
    );
/**
 * `URL` applies IDNA in browsers and in Node. Returns an empty string, which `EMAIL` rejects, for a
 * domain that cannot exist.
 */
function withAsciiDomain(typed: string): string {
  if (!EMAIL.test(typed)) return typed;
  const [local, domain] = typed.split('@');
  const url = `https://${domain}`;
  return URL.canParse(url) ? `${local}@${new URL(url).hostname}` : '';
}

export const phone = () =>
  line().check(
    z.overwrite((typed) => typed.replace(/\p{Zs}/gu, ' ').replace(/[\p{Pd}\u2212]/gu, '-')),
    z.regex(/^\+?[0-9 ()./-]{5,30}$/),
  );
/** ISO 3166-1 alpha-2. */
export const country = () => z.string().check(z.minLength(1), z.regex(/^[A-Z]{2}$/));
/** YYYY-MM-DD, in responses. */
export const isoDay = z.string();
export const date = () => z.string().check(z.minLength(1), z.iso.date());
export const instant = () => z.string().check(z.minLength(1), z.iso.datetime());

/** A calendar day starts first at UTC+14 and ends last at UTC-12. */
const EARLIEST_BEGIN = -14 * HOUR;
const LATEST_END = (24 + 12) * HOUR;

function yearsFromNow(years: number): number {
  const at = new Date(validationTime());
  return at.setUTCFullYear(at.getUTCFullYear() + years);
}

// The refinements below accept invalid dates, because another rule already reports them.

/** Also rejects a year of two digits, which browsers turn into one of the first century. */
export const pastDate = () =>
  date().check(
    z.refine((day) => {
      const at = Date.parse(day);
      return !(at + EARLIEST_BEGIN > validationTime() || at + LATEST_END < yearsFromNow(-MAX_AGE));
    }),
  );

export const comingDate = () =>
  date().check(
    z.refine((day) => {
      const end = Date.parse(day) + LATEST_END;
      return !(end <= validationTime() || end > yearsFromNow(MAX_YEARS_AHEAD));
    }),
  );

export const rangeBegin = () => instant().check(z.refine((from) => !(Date.parse(from) < 0)));
/** Exclusive. Not in the future, because a request is for recorded data. */
export const rangeEnd = () =>
  instant().check(z.refine((to) => !(Date.parse(to) > validationTime())));

const range = z.object({ from: z.string(), to: z.string() });

export const fromBeforeTo = () =>
  z.refine<z.infer<typeof range>>(({ from, to }) => !(Date.parse(from) >= Date.parse(to)), {
    path: ['to'],
    when: ({ value }) => z.safeParse(range, value).success,
  });

export const wantedDataTypes = () =>
  z.array(z.enum(dataTypes)).check(
    z.minLength(1),
    z.maxLength(dataTypes.length),
    z.refine((types) => new Set(types).size === types.length),
  );

export const accepted = () => z.literal(true);

export const fileId = () => z.string().check(z.regex(/^[0-9a-f]{32}$/));
export const files = () => z.array(fileId()).check(z.maxLength(fileLimits.maxFiles));
export const requiredFiles = () =>
  z.array(fileId()).check(z.minLength(1), z.maxLength(fileLimits.maxFiles));

export const applicationNumber = () =>
  z.string().check(z.regex(/^VD-\d{8}-[0-9A-HJKMNP-TV-Z]{6}$/));
export const applicationNumberInput = {
  input: z.strictObject({ applicationNumber: applicationNumber() }),
  example: { applicationNumber: EXAMPLE_NUMBER },
};
/** The maximum leaves room for the next revision in the database's 32-bit column. */
export const revision = () => z.int().check(z.nonnegative(), z.maximum(2 ** 31 - 2));
/** Created by the client for each form, so that a repeated submission is idempotent. */
export const submissionId = () => z.uuid();

export const page = () => z._default(z.int().check(z.minimum(1), z.maximum(MAX_PAGE)), 1);
export const pageSize = () => z._default(z.int().check(z.minimum(1), z.maximum(MAX_PAGE_SIZE)), 20);

export const changedApplication = z.object({ applicationNumber: z.string(), revision: z.number() });

export const assignee = z.nullable(z.object({ id: z.string(), email: z.string() }));
