/** A mailed code, or a code of an authenticator app (RFC 6238). */
export const SIX_DIGITS = /^\d{6}$/;

/** A recovery code: base 32 (RFC 4648) in five groups; the first release issued two. */
export const RECOVERY_CODE = /^[a-z2-7]{5}(?:-[a-z2-7]{5}|(?:-[a-z2-7]{5}){4})$/;

export const MEBIBYTE = 1024 * 1024;
const DAY = 24 * 60 * 60;

/** In the «M» of the specification: mebibytes. */
export const MAX_FILE_MEBIBYTES = 20;

/** Files of one upload area (specification §5). */
export const fileLimits = {
  maxFiles: 5,
  maxBytes: MAX_FILE_MEBIBYTES * MEBIBYTE,
  extensions: ['jpeg', 'jpg', 'png', 'pdf', 'zip', 'rar', 'doc', 'docx'],
} as const;

/** Uploaded files of an account that no form names yet: ten full upload areas. */
export const MAX_WAITING_FILES = 10 * fileLimits.maxFiles;

/** Days until such a file is deleted. */
export const UNNAMED_FILE_DAYS = 7;

/** Days that a recipient has to confirm the mailed link. */
export const RECIPIENT_LINK_DAYS = 30;
/** Links mailed per hour: to the recipient of one application, and by one account. */
export const RECIPIENT_LINKS_PER_HOUR = 5;
export const RECIPIENT_LINKS_OF_ACCOUNT_PER_HOUR = 20;

/** Days that a draft is kept. */
export const DRAFT_DAYS = 30;
/** Drafts of one account, characters of one draft, and saves per hour. */
export const MAX_DRAFTS = 50;
export const MAX_DRAFT = 65_536;
export const DRAFT_SAVINGS_PER_HOUR = 3000;

/** Days that failed sign-in attempts and mails without application are kept. */
export const SIGN_IN_TRACE_DAYS = 30;

/** Default time for a data request, in days. */
export const USUAL_ANSWER_DAYS = 30;

/** Maximum of a setting in days. */
export const MAX_SET_DAYS = 3650;

/**
 * Working days to decline a request or ask for its modification (Art. 18(2)): in an emergency,
 * otherwise.
 */
export const EMERGENCY_WORKING_DAYS = 5;
export const REQUEST_WORKING_DAYS = 30;

/** Recovery codes per set-up of a second factor. */
export const RECOVERY_CODES = 10;

/** Maximum age of the second factor for sensitive calls. */
export const FRESH_FACTOR_MINUTES = 10;

/** Timeout of a request in the browser, in ms. */
export const REQUEST_TIMEOUT = 30 * 60 * 1000;

/** Maximum age of a sign-in and of a cookie choice. */
export const LOGIN_DAYS = 365;
export const CONSENT_DAYS = 365;

/** In seconds (specification §9). */
export const cookieLifetimes = {
  login: LOGIN_DAYS * DAY,
  consent: CONSENT_DAYS * DAY,
  language: 365 * DAY,
  session: 30 * 60,
  browser: 365 * DAY,
  companySignIn: 10 * 60,
} as const;

export const cookieNames = {
  login: 'login-token',
  consent: 'cookie-consent',
  language: 'language',
  session: 'session-id',
  browser: 'known-browser',
  companySignIn: 'company-sign-in',
} as const;

/** Header with the login token; the server ignores the cookie. */
export const LOGIN_HEADER = 'login-token';

/**
 * Header of calls that an open page repeats automatically: they do not extend a session. People
 * make the same calls, so it is a header and not a list of calls; leaving it out gives no more than
 * any other call does.
 */
export const UNATTENDED_HEADER = 'unattended';

export const MAX_AGE = 120;
/** Limit for deadlines, in years ahead. */
export const MAX_YEARS_AHEAD = 10;

/** Characters of one field. */
export const MAX_TEXT = 4000;
/** Characters of a single-line field. */
export const MAX_LINE = 200;
export const MAX_PAGE_SIZE = 100;
