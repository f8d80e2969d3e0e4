/**
 * E-mail address as people type it: ASCII before the `@` (RFC 5322 §3.4.1), at most 64
 * characters (RFC 5321 §4.5.3.1.1), and any domain after it.
 * The source of the regular expression is also the `pattern` of inputs.
 */
export const EMAIL =
  /^(?=[^@]{1,64}@)[\w!#$%\&'*+\/=?^`\{\|\}~\-]+(?:\.[\w!#$%\&'*+\/=?^`\{\|\}~\-]+)*@(?:[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}\-]*\.)+(?:xn--[A-Za-z0-9\-]+|\p{L}[\p{L}\p{M}]+)$/v;

/** Code sent by e-mail, or code of an authenticator app (RFC 6238). */
export const SIX_DIGITS = /^\d{6}$/;

export const RECOVERY_CODE = /^[a-z2-7]{5}(?:-[a-z2-7]{5}){4}$/;

export const MEBIBYTE = 1024 * 1024;
const DAY = 24 * 60 * 60;

/** The specification's «M» means mebibytes. */
export const MAX_FILE_MEBIBYTES = 20;

export const fileLimits = {
  maxFiles: 5,
  maxBytes: MAX_FILE_MEBIBYTES * MEBIBYTE,
  extensions: ['jpeg', 'jpg', 'png', 'pdf', 'zip', 'rar', 'doc', 'docx'],
} as const;

/** Maximum number of an account's files that are not attached to a form: ten full upload areas. */
export const MAX_WAITING_FILES = 10 * fileLimits.maxFiles;

export const UNNAMED_FILE_DAYS = 7;

export const PASSWORD_MAILS_PER_HOUR = 5;

export const RECIPIENT_LINK_DAYS = 30;
export const RECIPIENT_LINKS_PER_HOUR = 5;
export const RECIPIENT_LINKS_OF_ACCOUNT_PER_HOUR = 20;

export const DRAFT_DAYS = 30;
export const MAX_DRAFTS_PER_ACCOUNT = 50;
export const MAX_DRAFT_CHARACTERS = 200_000;
export const DRAFT_SAVES_PER_HOUR = 3000;

/** Retention of failed sign-in attempts, and of mails that belong to no application, in days. */
export const SIGN_IN_TRACE_DAYS = 30;

export const USUAL_ANSWER_DAYS = 30;

export const MAX_SET_DAYS = 3650;

/** Working days to decline a request or ask for its modification (Art. 18(2)). */
export const EMERGENCY_WORKING_DAYS = 5;
export const REQUEST_WORKING_DAYS = 30;

export const RECOVERY_CODES = 10;

export const FRESH_FACTOR_MINUTES = 10;

export const REQUEST_TIMEOUT_MS = 30 * 60 * 1000;

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

export const LOGIN_HEADER = 'login-token';

/**
 * Header of calls that an open page repeats automatically. They do not extend the session. Their
 * paths do not identify them, because users trigger the same calls. A client that omits the header
 * gets no additional rights.
 */
export const UNATTENDED_HEADER = 'unattended';

export const HEARTBEAT_MS = 15_000;

export const MAX_AGE = 120;
export const MAX_YEARS_AHEAD = 10;

export const MAX_TEXT = 10_000;
export const MAX_LINE = 200;
export const MAX_PAGE = 1_000_000;
export const MAX_PAGE_SIZE = 100;
