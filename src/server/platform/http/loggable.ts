import type { PinoLoggerOptions } from 'fastify/types/logger.js';

const FRAMES = /^\s+at /;
/** Errors within errors that are told. */
const DEPTH = 3;

/** Options of the server's log at a level: what happened, and nothing of whom it befell. */
export const logOptions = (level: string): PinoLoggerOptions & { level: string } => ({
  level,
  serializers: { err: loggable },
  hooks: {
    // Left alone, an error's own message stands beside it.
    logMethod(values, log) {
      const [error] = values as unknown[];
      if (error instanceof Error) log.call(this, { err: error }, loggable(error).message);
      else log.apply(this, values);
    },
  },
});

/** An error as the log holds it. */
interface LoggedError {
  [field: string]: unknown;
  type: string;
  code?: string | number;
  message: string;
  stack: string;
  cause?: LoggedError;
}

/**
 * What the log may hold of an error: its kind, where it came from, and its message without what
 * somebody entered, received or is called. Fields that libraries hang on errors are left out.
 */
function loggable(error: unknown): LoggedError {
  return described(error, DEPTH);
}

function described(error: unknown, depth: number): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const known = [code, responseCode].find((one) => ['string', 'number'].includes(typeof one));
  const frames = (error.stack ?? '').split('\n').filter((line) => FRAMES.test(line));
  return {
    type: error.constructor.name,
    ...(known !== undefined && { code: known as string | number }),
    // A mail server says what it likes behind the colon.
    message: masked(responseCode === undefined ? error.message : error.message.split(':', 1)[0]),
    stack: frames.join('\n'),
    ...(error.cause !== undefined && depth > 0 && { cause: described(error.cause, depth - 1) }),
  };
}

/** A text without quotations, addresses, queries of URLs, codes and tokens. */
export function masked(text = ''): string {
  return (
    text
      // An apostrophe within a word begins no quotation, and ends none.
      .replaceAll(/"[^"]*"?|(?<!\w)'(?:[^']|'(?=\w))*'?|`[^`]*`?|«[^»]*»?/g, '…')
      .replaceAll(/\?\S+/g, '?…')
      .replaceAll(/[^\s<>]+(?:@|%40)[^\s<>]+/g, '…')
      .replaceAll(/\S*\d{4,}\S*|[\w+/=-]{20,}/g, '…')
  );
}
