import path from 'node:path';

/** Modules by their paths below the root, without ending; a style sheet goes with its component. */
const modules = (...paths: string[]) =>
  new RegExp(`/(src|machines)/(${paths.join('|')})(\\.machine)?(\\.tsx?|\\.module\\.css)$`);

const shared = {
  // Alone ahead of all: its calls leave while the others are on the way.
  'first-calls': modules('ui/calls/first-calls', 'contract/limits'),
  // What the sign-in page needs of the libraries: one chunk compresses better than ten.
  base: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|xstate|@xstate|ofetch|ufo|destr|@lingui|clsx|@mantine\/(hooks|core\/esm\/(core|components\/(Button|Input|TextInput|InputBase|Loader|Transition|UnstyledButton))))\//,
  // What every page has around it, and what sign-in shares with others.
  shell: modules(
    'ui/frame/(frame|account-area|header|footer|page|page-boundary|lazy-page|full-screen-loader)',
    'ui/frame/(installation|cookie-warning|demonstration-banner|server-part|awaited)',
    'ui/consent/(consent-area|use-consent)',
    'ui/(language|messages|brand)/[\\w-]+',
    'ui/calls/(call|call-types|request|query-cache|session|set-cookie|random-id|refused)',
    'ui/calls/(use-query|use-company-sign-in)',
    'ui/form/(tick|drafts)',
    'ui/format/(dates|regional|numbers)',
    'contract/(languages|codes|code-patterns|placeholders|staff-roles)',
    'portal/use-code-field',
    '(consent|login)',
  ),
  application: modules(
    'applications/(states|events)',
    'ui/application/event-label',
    'contract/stored-application',
    'application',
  ),
  checks: modules('contract/(fields|file-safety|stored-fields|endpoint|examples|options)'),
  forms: modules('ui/form/(checked-form|contract-form|text-field|form)'),
  select: /@mantine\/core\/esm\/components\/(Combobox|NativeSelect)\//,
  fields: modules(
    'applications/(field|user-agreement|personal-fields|data-request-fields)',
    'contract/full-name',
    'ui/application/use-options',
  ),
  records: modules('contract/(personal-form|data-request-form)'),
};

/** Modules that several pages need, each without the others; what one imports comes before it. */
const alone = [
  'machines/dispute-outcomes',
  'contract/queue-orders',
  'contract/public-form',
  'machines/report.machine',
  'contract/application-record',
  'applications/public-fields',
  'ui/application/summary-list',
  'charts/use-staff',
  'desk/keyboard/keys',
  'charts/words/chart-words',
];

const ofPages = {
  decision: modules(
    'contract/(decision|opinions)',
    'desk/decision/(offered-decisions|use-decision-words)',
  ),
  pages: modules('ui/frame/(pages|tabs|to-sign-in|scroll-region)', 'ui/list/use-page-number'),
  // Lists of applications and one of them, at home and at the desk.
  lists: modules(
    'ui/dialog/(dialog|confirm-dialog)',
    'ui/calls/download',
    'ui/application/status-badge',
    'ui/list/paged-list',
    'ui/menu/more-menu',
    'ui/format/near-days',
    'ui/form/accounts-drafts',
    'ui/frame/text-button',
  ),
  answers: modules(
    'ui/application/(summary|personal-answers|application-answers|history-timeline|clock-days)',
    'ui/application/(file-links|file-marks|file-viewing|decision-download)',
  ),
  staff: modules('ui/calls/staff-calls', 'desk/staff-context'),
  desk: modules(
    'desk/(choose-colleague|hand-over|queue-filter)',
    'desk/queue/(queue-place|queue-order)',
    'desk/keyboard/use-shortcuts',
  ),
  picture: modules('charts/(addresses|picture/[\\w-]+)'),
};

const named = (tests: Record<string, RegExp>) =>
  Object.entries(tests).map(([name, test]) => ({ name, test }));

/**
 * Files of the built pages beside those of single pages. What travels together is one file, and not
 * a dozen small ones that each cost a round trip; what some of its pages could not carry is left
 * out. A file takes what its modules import along, unless an earlier one has it.
 */
export const pageFiles = [
  ...named(shared),
  ...alone.map((file) => ({ name: path.basename(file), test: new RegExp(`/${file}\\.tsx?$`) })),
  ...named(ofPages),
];
