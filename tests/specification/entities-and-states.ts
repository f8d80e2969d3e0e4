import {
  abandon,
  asTyped,
  blocked,
  cookieTimes,
  fourLists,
  generating,
  journey,
  type Line,
  lifeWalks,
  logOut,
  policies,
  prompts,
  publicForm,
  rowActions,
  signInWalks,
  thirdParty,
} from './shown-by.ts';

/** What is filled in, and the course it takes. */
export const entitiesAndStates: Record<string, readonly Line[]> = {
  '3. Entities and their fields': [
    ['User application form', asTyped, prompts],
    [
      'Vehicle: chosen from the account’s, with proof files',
      journey,
      ['server/platform/http/ownership.test.ts', 'of vehicles shows the account’s own'],
    ],
    [
      'Application: purpose, use, third party’s name, location, materials, agreement',
      thirdParty,
      [
        'portal/apply/apply-values.test.ts',
        'asks for the agreement where a third party uses the data',
      ],
    ],
    [
      'Data request: times, type, masking, contact, language, scope',
      journey,
      ['server/reports/generate.test.ts', 'a masked report hides what identifies, and says how'],
    ],
    ['Public-sector form', publicForm],
    ['Order: number, time, status, description', rowActions],
    ['Login: e-mail, verification code', signInWalks],
    [
      'Four cookies: login, consent, session, language',
      cookieTimes,
      logOut,
      [
        'server/requester/common.test.ts',
        'are listed with their lifetimes in seconds; the language alone needs consent',
      ],
    ],
    ['Agreement texts come from the server', policies],
  ],
  '4. States and transitions': [
    [
      'Status codes 0, 1, 9; 2, 3, 8; 4; 10, 11 in their lists, with their labels',
      fourLists,
      rowActions,
    ],
    [
      'Transitions of an application',
      lifeWalks,
      ['machines/walks.test.ts', 'every machine of the catalogue has its scenario'],
    ],
    ['Termination asks for confirmation', thirdParty],
    ['Cancelling asks whether to abandon the data application', abandon],
    ['Login flow: e-mail, code, welcome', journey, signInWalks],
    [
      'Five consecutive wrong codes block login for 24 hours',
      blocked,
      ['server/accounts/sign-in.test.ts', 'lock the address at the fifth, for the right code too'],
      [
        'server/accounts/sign-in.test.ts',
        'lasts to the last millisecond of 24 hours; nothing is mailed meanwhile',
      ],
    ],
    [
      'Report: being generated, check the mailbox; password-protected, the password by e-mail',
      generating,
      journey,
    ],
  ],
};
