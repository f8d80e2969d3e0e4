/** A mailed code or one of an authenticator app (RFC 6238). */
export const SIX_DIGITS = /^\d{6}$/;

/** A recovery code: base 32 (RFC 4648) in five groups; the first ones issued have two. */
export const RECOVERY_CODE = /^[a-z2-7]{5}(?:-[a-z2-7]{5}|(?:-[a-z2-7]{5}){4})$/;

export const MEBIBYTE = 1024 * 1024;
const DAY = 24 * 60 * 60;

/** Largest file, in the «M» of the specification: mebibytes. */
export const MAX_FILE_MEBIBYTES = 20;

/** Files of one upload area (specification §5). */
export const fileLimits = {
  maxFiles: 5,
  maxBytes: MAX_FILE_MEBIBYTES * MEBIBYTE,
  extensions: ['jpeg', 'jpg', 'png', 'pdf', 'zip', 'rar', 'doc', 'docx'],
} as const;

/** Files that an account may have uploaded without a form that names them: ten full upload areas. */
export const MAX_WAITING_FILES = 10 * fileLimits.maxFiles;

/** Days that a file waits for a form that names it. */
export const UNNAMED_FILE_DAYS = 7;

/** Days that a recipient has to confirm the link that was mailed to it. */
export const RECIPIENT_LINK_DAYS = 30;
/** Links that one application mails to its recipient in an hour, and in which one account does so. */
export const RECIPIENT_LINKS_PER_HOUR = 5;
export const RECIPIENT_LINKS_OF_ACCOUNT_PER_HOUR = 20;

/** Days that a form which was begun waits to be gone on with. */
export const DRAFT_DAYS = 30;
/** Forms that one account may have begun, the characters of one, and how often they are saved. */
export const MAX_DRAFTS = 50;
export const MAX_DRAFT = 65_536;
export const DRAFT_SAVINGS_PER_HOUR = 3000;

/** Days that an address's wrong tries and a mail without application are kept after the last of it. */
export const SIGN_IN_TRACE_DAYS = 30;

/** Days that a requester has for a data request, where nothing else is set. */
export const USUAL_ANSWER_DAYS = 30;

/** Most days that a time of the desk or of the installation can be set to. */
export const MAX_SET_DAYS = 3650;

/** Working days to decline a request or seek its modification (Art. 18(2)): an emergency's, the others'. */
export const EMERGENCY_WORKING_DAYS = 5;
export const REQUEST_WORKING_DAYS = 30;

/** Recovery codes that one set-up of a second factor makes. */
export const RECOVERY_CODES = 10;

/** Calls of consequence ask for a second factor that was given so many minutes ago at most. */
export const FRESH_FACTOR_MINUTES = 10;

/** Time the browser waits for an answer, in ms. */
export const REQUEST_TIMEOUT = 30 * 60 * 1000;

/** Longest that a sign-in and a cookie choice last, in days. */
export const LOGIN_DAYS = 365;
export const CONSENT_DAYS = 365;

/** Lifetimes of the cookies, in seconds (specification §9). */
export const cookieLifetimes = {
  login: LOGIN_DAYS * DAY,
  consent: CONSENT_DAYS * DAY,
  language: 365 * DAY,
  session: 30 * 60,
  browser: 365 * DAY,
  companySignIn: 10 * 60,
} as const;

/** Names of the cookies. */
export const cookieNames = {
  login: 'login-token',
  consent: 'cookie-consent',
  language: 'language',
  session: 'session-id',
  browser: 'known-browser',
  companySignIn: 'company-sign-in',
} as const;

/** Header that carries the login token; the server trusts it alone, never the cookie. */
export const LOGIN_HEADER = 'login-token';

/**
 * Header of a call that nobody caused: a page that is open asks anew by itself. It does not keep
 * alive the session of somebody who has left. It is a header and no list of calls, since most such
 * calls are made by people, too; who leaves it out gains what any other call would give them.
 */
export const UNATTENDED_HEADER = 'unattended';

/** Years that a person can have lived. */
export const MAX_AGE = 120;
/** Years ahead for which a date may be asked. */
export const MAX_YEARS_AHEAD = 10;

/** Longest text a person may type into one field, in characters. */
export const MAX_TEXT = 4000;
/** Longest single-line text. */
export const MAX_LINE = 200;
/** Rows a page of a list may have at most. */
export const MAX_PAGE_SIZE = 100;
