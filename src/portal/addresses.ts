import type { Task } from '#contract/turns.ts';
import type { ApplicationList } from '#machines/application.machine.ts';
import type { CallInput } from '#ui/calls/call-types.ts';

export const MAIN_LIST = '/home/data-acquisition';
export const NEW_APPLICATION = `${MAIN_LIST}/new`;
export const PUBLIC_FORM = `${MAIN_LIST}/public-sector`;

export const applySteps = ['vehicle', 'about-you', 'purpose', 'check'] as const;
export const publicSections = ['body', 'data', 'use', 'formalities', 'delivery', 'check'] as const;
export type PublicSection = (typeof publicSections)[number];

export const applyAddress = (step: (typeof applySteps)[number]) => `${NEW_APPLICATION}/${step}`;
export const sectionAddress = (section: PublicSection) =>
  section === 'body' ? PUBLIC_FORM : `${PUBLIC_FORM}/${section}`;

export function applicationAddress(number: string, page?: 'filed' | 'data-request' | 'supplement') {
  return `${MAIN_LIST}/applications/${number}${page ? `/${page}` : ''}`;
}

export function taskAddress(number: string, task: Task): string | undefined {
  const addresses: Partial<Record<Task, string>> = {
    supply: applicationAddress(number, 'supplement'),
    requestData: applicationAddress(number, 'data-request'),
    answerQuote: `${applicationAddress(number)}#quotes`,
    nameRecipient: `${applicationAddress(number)}#recipient`,
    confirmContact: `${applicationAddress(number)}#contact`,
    download: `${applicationAddress(number)}#report`,
  };
  return addresses[task];
}

export const checkedRequestAddress = (number: string) =>
  `${applicationAddress(number, 'data-request')}/check`;

export const sentAddress = (number: string, revision: number) =>
  `${applicationAddress(number, 'filed')}${revision === 0 ? '' : `?revision=${revision}`}`;

/** Navigation state after sending: the cached record may not contain the change yet. */
export const JUST_SENT = 'just sent';

export const PAGE_SIZE = 25;

export const listQuestion = (list: ApplicationList | undefined, page: number) =>
  ({ ...(list && { list }), page, pageSize: PAGE_SIZE }) satisfies CallInput<'history'>;

export const listsByPath = {
  'qualification-review': 'qualificationReview',
  'data-application': 'dataApplication',
  approved: 'approved',
  termination: 'termination',
} as const satisfies Record<string, ApplicationList>;
