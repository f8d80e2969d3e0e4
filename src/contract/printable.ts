/**
 * Text without control characters, but tabs and line breaks, and without halves of characters:
 * they break workbooks, mails and databases.
 */
export const PRINTABLE = /^(?:[\t\n\r]|[^\p{Cc}\p{Cs}])*$/u;

/** The same of one line: without tabs and whatever begins another one, in a mail's head or a table. */
export const ONE_LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u;
