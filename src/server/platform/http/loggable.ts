import type { PinoLoggerOptions } from 'fastify/types/logger.js';

const FRAMES = /^\s+at /;
/** Nested causes that are logged. */
const DEPTH = 3;

/** Options of the server's log, which contains no personal data. */
export const logOptions = (level: string): PinoLoggerOptions & { level: string } => ({
  level,
  serializers: { err: loggable },
  hooks: {
    // Pino would add the error's unmasked message.
    logMethod(values, log) {
      const [error] = values as unknown[];
      if (error instanceof Error) log.call(this, { err: error }, loggable(error).message);
      else log.apply(this, values);
    },
  },
});

interface LoggedError {
  [field: string]: unknown;
  type: string;
  code?: string | number;
  message: string;
  stack: string;
  cause?: LoggedError;
}

/**
 * Returns what the log may contain of an error: its type, stack and masked message, without fields
 * that libraries add.
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
    // A mail server may quote anything after the colon.
    message: masked(responseCode === undefined ? error.message : error.message.split(':', 1)[0]),
    stack: frames.join('\n'),
    ...(error.cause !== undefined && depth > 0 && { cause: described(error.cause, depth - 1) }),
  };
}

export function masked(text = ''): string {
  return (
    text
      // An apostrophe within a word is no quotation mark.
      .replaceAll(/"[^"]*"?|(?<!\w)'(?:[^']|'(?=\w))*'?|`[^`]*`?|«[^»]*»?/g, '…')
      .replaceAll(/\?\S+/g, '?…')
      .replaceAll(/[^\s<>]+(?:@|%40)[^\s<>]+/g, '…')
      .replaceAll(/\S*\d{4,}\S*|[\w+/=-]{20,}/g, '…')
  );
}
