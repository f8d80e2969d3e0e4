/** A test: its file under `tests/`, then its name as it stands in the source. */
type Shown = readonly [file: string, name: string];

/** What the specification says, then the tests that show it. */
export type Line = readonly [says: string, ...shown: Shown[]];

export const journey = [
  'browser/journey.spec.ts',
  'from the first page to the decrypted data of a real drive',
] as const;
export const thirdParty = [
  'browser/journey.spec.ts',
  'for a third party, with its agreement; terminated after asking twice; by keyboard alone',
] as const;
export const publicForm = [
  'browser/requests.spec.ts',
  'a public sector body files its request by keyboard alone, is refused personal data, and follows it',
] as const;
export const rowActions = [
  'browser/requests.spec.ts',
  'a row shows its state and offers what the state allows, and nothing else',
] as const;
export const fourLists = [
  'browser/requests.spec.ts',
  'each of the four lists has its breadcrumb and the applications of its states',
] as const;
export const details = [
  'browser/requests.spec.ts',
  'the details tell owner, vehicle, application, data request and history',
] as const;
export const supplements = [
  'browser/requests.spec.ts',
  'what was asked for is supplied, in either stage',
] as const;
export const everyRoute = [
  'browser/routes.spec.ts',
  'every page of an owner: no violation, nothing sticks out or is unfinished',
] as const;
export const rolePage = [
  'browser/public-pages.spec.ts',
  'the role page leads each of the three on: to more details and to what they do',
] as const;
export const otherEntities = [
  'browser/public-pages.spec.ts',
  'other entities are told the mailbox and what to send, and get no form',
] as const;
export const notFound = [
  'browser/public-pages.spec.ts',
  'an unknown address says that the page does not exist',
] as const;
export const languageSwitch = [
  'browser/messages.spec.ts',
  'a change of language needs functional cookies, and says so',
] as const;
export const policies = [
  'browser/messages.spec.ts',
  'the policies come in the language of the page, again when it changes',
] as const;
export const agreement = [
  'browser/messages.spec.ts',
  '«Please upload the Data Sharing Agreement»; the template holds what was typed',
] as const;
export const template = [
  'server/site/agreements/contract-template.test.ts',
  'the template is whole in %s, with what was typed',
] as const;
export const noVehicle = [
  'browser/messages.spec.ts',
  'no eligible vehicle: that access is unsupported, and to link one in the app first',
] as const;
export const tooLarge = [
  'browser/messages.spec.ts',
  '«Single file size must not exceed 20M» names the file, the others go on',
] as const;
export const tooMany = [
  'browser/messages.spec.ts',
  'a sixth file is refused, five are taken',
] as const;
export const wrongType = [
  'browser/messages.spec.ts',
  '«File type not supported» names the file, also when its name belies its content',
] as const;
export const uploadFailed = [
  'browser/messages.spec.ts',
  '«File upload failed, please try again!» when the line breaks; trying again helps',
] as const;
export const networkError = [
  'browser/messages.spec.ts',
  '«Network error» when no answer comes, and trying again helps',
] as const;
export const twoMessages = [
  'browser/messages.spec.ts',
  'the server’s own text is shown, the same once, at most two at a time',
] as const;
export const generating = [
  'browser/messages.spec.ts',
  '«Generating file… check your e-mail» while the report is made again',
] as const;
export const fileError = [
  'browser/messages.spec.ts',
  '«File acquisition error, refresh and try again» when the report’s file does not come',
] as const;
export const blocked = [
  'browser/messages.spec.ts',
  'five wrong codes block sign-in, and the page says until when',
] as const;
export const cookiesOff = ['browser/messages.spec.ts', 'disabled cookies are warned of'] as const;
export const cookieTimes = [
  'browser/requests.spec.ts',
  'the cookies last as long as they should; the root’s font grows with the screen',
] as const;
export const signInAgain = [
  'browser/session.spec.ts',
  'a session that has ended leads to the sign-in page and back, with what was typed',
] as const;
export const logOut = [
  'browser/session.spec.ts',
  'logging out asks first and ends the session in every tab',
] as const;
export const abandon = [
  'browser/public-pages.spec.ts',
  'who cancels an application is asked whether to abandon it; then what was typed is gone',
] as const;
export const loader = [
  'browser/public-pages.spec.ts',
  'a loading indicator is there until the page’s own script has come',
] as const;
export const calls = ['contract/calls.test.ts', '%s %s takes its input as %s'] as const;
export const limits = ['contract/calls.test.ts', 'the limits are those of section 9'] as const;
export const examples = [
  'server/platform/http/openapi.test.ts',
  'shows %s with an example that the call accepts',
] as const;
export const prompts = [
  'portal/apply/apply-values.test.ts',
  'names every field that must be filled, and none that may be left out',
] as const;
export const asTyped = [
  'portal/apply/apply-values.test.ts',
  'is what the contract takes, without what was left empty',
] as const;
export const signInWalks = [
  'browser/walks/login.spec.ts',
  'every declared transition was taken on the page',
] as const;
export const lifeWalks = [
  'server/walks/application.test.ts',
  'every declared transition was taken over HTTP',
] as const;
export const words = ['server/requester/common.test.ts', 'have words in %s'] as const;
