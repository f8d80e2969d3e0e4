/**
 * Text without control characters, but tabs and line breaks, and without halves of characters:
 * they break workbooks, mails and databases.
 */
export const PRINTABLE = /^(?:[\t\n\r]|[^\p{Cc}\p{Cs}])*$/u;
