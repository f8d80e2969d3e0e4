const MEBIBYTE = 1024 * 1024;
const DAY = 24 * 60 * 60;

/** Files of one upload area (specification §5). */
export const fileLimits = {
  maxFiles: 5,
  maxBytes: 20 * MEBIBYTE,
  extensions: ['jpeg', 'jpg', 'png', 'pdf', 'zip', 'rar', 'doc', 'docx'],
} as const;

/** Files that an account may have uploaded without a form that names them: ten full upload areas. */
export const MAX_WAITING_FILES = 10 * fileLimits.maxFiles;

/** Time the browser waits for an answer, in ms: 30 minutes. */
export const REQUEST_TIMEOUT = 30 * 60 * 1000;

/** Lifetimes of the cookies, in seconds (specification §9). */
export const cookieLifetimes = {
  login: 365 * DAY,
  consent: 365 * DAY,
  language: 365 * DAY,
  session: 30 * 60,
} as const;

/** Names of the cookies. */
export const cookieNames = {
  login: 'login-token',
  consent: 'cookie-consent',
  language: 'language',
  session: 'session-id',
} as const;

/** Header that carries the login token; the server trusts it alone, never the cookie. */
export const LOGIN_HEADER = 'login-token';

/** Longest text a person may type into one field, in characters. */
export const MAX_TEXT = 4000;
/** Longest single-line text. */
export const MAX_LINE = 200;
/** Rows a page of a list may have at most. */
export const MAX_PAGE_SIZE = 100;
