/** A test: its file under `tests/`, then its name as it stands in the source. */
type Shown = readonly [file: string, name: string];
type Line = readonly [says: string, ...shown: Shown[]];

const journey = [
  'browser/journey.spec.ts',
  'from the first page to the decrypted data of a real drive',
] as const;
const thirdParty = [
  'browser/journey.spec.ts',
  'for a third party, with its agreement; terminated after asking twice; by keyboard alone',
] as const;
const publicForm = [
  'browser/requests.spec.ts',
  'a public sector body files its request, is refused personal data, and follows it',
] as const;
const rowActions = [
  'browser/requests.spec.ts',
  'a row shows its state and offers what the state allows, and nothing else',
] as const;
const fourLists = [
  'browser/requests.spec.ts',
  'each of the four lists has its breadcrumb and the applications of its states',
] as const;
const details = [
  'browser/requests.spec.ts',
  'the details tell owner, vehicle, application, data request and history',
] as const;
const supplements = [
  'browser/requests.spec.ts',
  'what was asked for is supplied, in either stage',
] as const;
const everyRoute = [
  'browser/routes.spec.ts',
  'every page of an owner: no violation, nothing sticks out or is unfinished',
] as const;
const rolePage = [
  'browser/public-pages.spec.ts',
  'the role page leads each of the three on: to more details and to what they do',
] as const;
const otherEntities = [
  'browser/public-pages.spec.ts',
  'other entities are told the mailbox and what to send, and get no form',
] as const;
const notFound = [
  'browser/public-pages.spec.ts',
  'an unknown address says that the page does not exist',
] as const;
const languageSwitch = [
  'browser/messages.spec.ts',
  'a change of language needs functional cookies, and says so',
] as const;
const policies = [
  'browser/messages.spec.ts',
  'the policies come in the language of the page, again when it changes',
] as const;
const agreement = [
  'browser/messages.spec.ts',
  '«Please upload the Data Sharing Agreement»; the template holds what was typed',
] as const;
const template = [
  'server/agreements/contract-template.test.ts',
  'the template is whole in %s, with what was typed',
] as const;
const noVehicle = [
  'browser/messages.spec.ts',
  'no eligible vehicle: that access is unsupported, and to link one in the app first',
] as const;
const tooLarge = [
  'browser/messages.spec.ts',
  '«Single file size must not exceed 20M» names the file, the others go on',
] as const;
const tooMany = ['browser/messages.spec.ts', 'a sixth file is refused, five are taken'] as const;
const wrongType = [
  'browser/messages.spec.ts',
  '«File type not supported» names the file, also when its name belies its content',
] as const;
const uploadFailed = [
  'browser/messages.spec.ts',
  '«File upload failed, please try again!» when the line breaks; trying again helps',
] as const;
const networkError = [
  'browser/messages.spec.ts',
  '«Network error» when no answer comes, and trying again helps',
] as const;
const twoMessages = [
  'browser/messages.spec.ts',
  'the server’s own text is shown, the same once, at most two at a time',
] as const;
const generating = [
  'browser/messages.spec.ts',
  '«Generating file… check your e-mail» while the report is made again',
] as const;
const fileError = [
  'browser/messages.spec.ts',
  '«File acquisition error, refresh and try again» when the report’s file does not come',
] as const;
const blocked = [
  'browser/messages.spec.ts',
  'five wrong codes block sign-in, and the page says until when',
] as const;
const cookiesOff = ['browser/messages.spec.ts', 'disabled cookies are warned of'] as const;
const cookieTimes = [
  'browser/requests.spec.ts',
  'the cookies last as long as they should; the root’s font grows with the screen',
] as const;
const signInAgain = [
  'browser/session.spec.ts',
  'a session that has ended leads to the sign-in page and back, with what was typed',
] as const;
const logOut = [
  'browser/session.spec.ts',
  'logging out asks first and ends the session in every tab',
] as const;
const abandon = [
  'browser/public-pages.spec.ts',
  'who cancels an application is asked whether to abandon it; then what was typed is gone',
] as const;
const loader = [
  'browser/public-pages.spec.ts',
  'a loading indicator is there until the page’s own script has come',
] as const;
const calls = ['contract/calls.test.ts', '%s %s takes its input as %s'] as const;
const limits = ['contract/calls.test.ts', 'the limits are those of section 9'] as const;
const examples = [
  'server/http/openapi.test.ts',
  'shows %s with an example that the call accepts',
] as const;
const prompts = [
  'portal/apply/apply-values.test.ts',
  'names every field that must be filled, and none that may be left out',
] as const;
const asTyped = [
  'portal/apply/apply-values.test.ts',
  'is what the contract takes, without what was left empty',
] as const;
const signInWalks = [
  'browser/walks/login.spec.ts',
  'every declared transition was taken on the page',
] as const;
const lifeWalks = [
  'server/walks/application.test.ts',
  'every declared transition was taken over HTTP',
] as const;
const words = ['server/common/common.test.ts', 'have words in %s'] as const;

/** Every line of the specification, by section, with the tests that show it. */
export const specification: Record<string, readonly Line[]> = {
  '1. What the product does and for whom': [
    [
      'User or third party request and receive a copy of their data, structured and machine-readable',
      journey,
      thirdParty,
    ],
    [
      'Public sector: a request with documentation and justification, through its own form',
      publicForm,
    ],
    [
      'Other entities use no form: they write to a designated mailbox with supporting documents',
      otherEntities,
    ],
    ['Users log in with an e-mail address and a verification code', journey, signInWalks],
    ['Data for personal use or for use by a third party', journey, thirdParty],
    ['A third party’s use needs a data-sharing agreement or signed contract, uploaded', agreement],
    ['A downloadable template of that contract', template, agreement],
    ['Users first register and link a vehicle in the vehicle app', noVehicle],
    [
      'Interface languages en, zh, fr, pl, es, pt, with en-GB, en-US, zh-CN; English is the fallback',
      everyRoute,
      ['server/common/common.test.ts', 'of languages are the six'],
      ['contract/languages.test.ts', '%s is answered in %s'],
    ],
    ['Language choice is not cached beyond the language cookie', languageSwitch],
  ],
  '2. Screens and routes': [
    ['/ redirects to /role', rolePage, journey],
    ['/login', signInWalks, everyRoute],
    ['/role: three roles, each with «more details» and a «view» action', rolePage],
    ['/right/customer', everyRoute, ['server/pages/page-routes.test.ts', '%s can be read whole']],
    ['/right/government', everyRoute, ['server/pages/page-routes.test.ts', '%s can be read whole']],
    [
      '/right/other-entities',
      otherEntities,
      ['server/pages/page-routes.test.ts', 'other entities read which mailbox to write to'],
    ],
    [
      '/404 and any unmatched path: page does not exist',
      notFound,
      ['server/pages/page-routes.test.ts', '%s does not exist'],
    ],
    ['/home: logged-in layout', signInAgain],
    ['/home/data-acquisition: main list', rowActions],
    ['/home/data-acquisition/qualification-review, with breadcrumb', fourLists],
    ['/home/data-acquisition/data-application, with breadcrumb', fourLists],
    ['/home/data-acquisition/approved, with breadcrumb', fourLists],
    ['/home/data-acquisition/termination, with breadcrumb', fourLists],
    ['/home/data-acquisition/public-sector, no breadcrumb', publicForm],
    ['/home/data-acquisition/public-sector/status, no breadcrumb', publicForm],
    ['Pages load lazily; a full-screen loading indicator meanwhile', loader],
    [
      'Login: e-mail, Send Email, verification code, Resend, Back, Welcome; privacy policy ticked',
      journey,
      signInWalks,
    ],
    [
      'List columns: order number, application time, purpose of use, processing status, operate',
      rowActions,
    ],
    [
      'Row actions: supplementary information, terminate, download data, history, owner and vehicle information',
      rowActions,
      supplements,
      thirdParty,
    ],
    [
      'Empty list shows «no data»',
      [
        'browser/requests.spec.ts',
        '«no data» says what to do; on a phone nothing scrolls sideways',
      ],
    ],
    [
      'Detail pages of qualification and data-request review, user, vehicle, application, processing information, history',
      details,
      journey,
      everyRoute,
    ],
    [
      'Data-information form: range, data type, anonymisation, contact e-mail, report language, agreement',
      journey,
    ],
    ['Confirmation screen with the application number', journey],
    ['Log out with a confirm prompt', logOut],
    [
      'Cookie settings, cookie policy link, privacy policy, rights explanation',
      languageSwitch,
      policies,
      ['browser/walks/consent.spec.ts', 'every declared transition was taken on the page'],
    ],
  ],
  '3. Entities and their fields': [
    ['User application form', asTyped, prompts],
    [
      'Vehicle: chosen from the account’s, with proof files',
      journey,
      ['server/http/ownership.test.ts', 'of vehicles shows the account’s own'],
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
        'server/common/common.test.ts',
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
  '5. Validation rules': [
    [
      '20M a file: Single file size must not exceed 20M',
      tooLarge,
      ['server/files/files.test.ts', 'of 20 MiB is taken, of one byte more refused'],
    ],
    ['5 files an upload', tooMany],
    ['Allowed types: File type not supported', wrongType],
    ['File upload failed, please try again!', uploadFailed],
    ['Please upload the Data Sharing Agreement', agreement],
    ['Required-field prompts of the application', prompts, agreement],
    ['Required-field prompts of the public-sector form', publicForm],
    ['Privacy policy and user agreement must be ticked', journey, prompts],
    ['No vehicles under the account are eligible, data access temporarily unsupported', noVehicle],
  ],
  '6. Roles and permissions': [
    ['Three roles', rolePage],
    [
      'Only a logged-in user reaches /home; 401 leads to login with redirectUrl',
      signInAgain,
      ['server/http/refusals.test.ts', 'is refused with %s'],
    ],
    ['Other entities use the mailbox', otherEntities],
    [
      'What is one’s own is nobody else’s',
      ['server/http/refusals.test.ts', '%s: is the owner’s alone'],
      [
        'server/http/ownership.test.ts',
        'shows each requester their own applications, the reviewer none of them',
      ],
    ],
  ],
  '7. The calls it makes': [
    ['The 25 calls with path, method and kind of body', calls, examples],
    ['Login token in a header, Accept-Language from the language cookie', policies, logOut],
    ['Timeout of 30 minutes', limits],
    [
      'agreement: SendCaptcha is the privacy policy, Cookie the cookie policy; again on language change',
      policies,
      ['server/common/common.test.ts', 'are whole in %s, and say what this installation does'],
    ],
    [
      'language: the list of languages',
      ['server/common/common.test.ts', 'of languages are the six'],
    ],
    [
      'options, dataTypeOptions, publicApplyType',
      words,
      [
        'server/common/common.test.ts',
        'of a linked vehicle are counted in the range, its end exclusive',
      ],
    ],
    ['cookieList and cookieRecord', ['server/common/common.test.ts', 'chosen are recorded']],
    [
      'personUploadCert and publicUploadCert are multipart',
      ['server/http/openapi.test.ts', 'shows uploads with their fields and the file'],
    ],
    [
      'Answers are an envelope with code and message',
      [
        'server/http/odd-requests.test.ts',
        'a call that does not exist is refused in the reader’s language',
      ],
    ],
    [
      'Other answers are saved as a file named by content-disposition',
      ['ui/calls/download.test.ts', 'the name in %s'],
      journey,
    ],
  ],
  '8. The error catalogue': [
    ['Envelope code not 200: the server’s text, one at a time, two at most', twoMessages],
    ['401: to /login with the current address as redirectUrl', signInAgain],
    ['Transport error: server message, error message, else «Network error»', networkError],
    [
      'Five wrong codes: try again after 24 hours',
      blocked,
      ['server/texts/refusals.test.ts', 'of a lock names the 24 hours and its end in UTC'],
    ],
    ['File upload failed', uploadFailed],
    ['File acquisition error, refresh and try again', fileError],
    ['Generating file… check your e-mail', generating],
    ['No eligible vehicle; please first complete registration and linking', noVehicle],
    ['Cookies disabled: a warning', cookiesOff],
    ['Language switching requires functional-cookie consent', languageSwitch],
    ['Unknown page: page does not exist', notFound],
  ],
  '9. Business constants and limits': [
    ['Request timeout 30 minutes', limits],
    ['Cookie lifetimes', cookieTimes, limits],
    ['Files: 20M, 5, eight extensions', limits, tooLarge, tooMany],
    ['Lockout: 5 codes, 24 hours', blocked],
    ['Messages on screen: at most 2', twoMessages],
    ['Languages: en, zh, fr, pl, es, pt', everyRoute],
    ['Root font size by screen width', cookieTimes],
  ],
};
