/**
 * Reasons for which a session ended before its token was too old: it rested, it lasted as long as
 * one may, its account ended it elsewhere, the second factor or the roles changed, or the company's
 * directory no longer lists the account.
 */
export const sessionEndings = ['rest', 'age', 'elsewhere', 'factor', 'roles', 'directory'] as const;
export type SessionEnding = (typeof sessionEndings)[number];
