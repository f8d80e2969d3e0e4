/** Names of the drafts of forms that begin an application, by account. */
export const applicationDraft = (account: string) => `${account}:application`;
export const publicDraft = (account: string) => `${account}:public-request`;
