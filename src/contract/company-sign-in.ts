/**
 * Reasons why a sign-in at the company is of no use here: it did not come to its end, the person
 * has no role, no verified address, or one that belongs to an account of somebody else.
 */
export const companySignInProblems = ['unfinished', 'noRole', 'noAddress', 'addressTaken'] as const;
export type CompanySignInProblem = (typeof companySignInProblems)[number];
