import { codes } from '#contract/codes.ts';
import { instantText, pluralText } from '#server/platform/words/instants.ts';
import type { RefusalTexts } from '#server/platform/words/refusal-texts.ts';

const triesLeft = (count: number) =>
  pluralText('en', count, { one: '# try left', other: '# tries left' });
const seconds = (count: number) => pluralText('en', count, { one: '# second', other: '# seconds' });

export const refusals: RefusalTexts = {
  [codes.invalid]: ({ file }) =>
    file === undefined
      ? 'Please check the marked fields.'
      : 'File upload failed, please try again!',
  [codes.wrongCode]: ({ triesLeft: left }) =>
    left === undefined
      ? 'The verification code is wrong.'
      : `The verification code is wrong; ${triesLeft(left)}.`,
  [codes.expiredCode]: 'The verification code is used or too old. Please ask for a new one.',
  [codes.unknownFile]:
    'An uploaded file can no longer be used. Please remove it and upload it again.',
  [codes.agreementMissing]: 'Please upload the Data Sharing Agreement',
  [codes.personalDataNotAllowed]:
    'Outside a public emergency, a public sector body may request non-personal data only (Art. 15 of Regulation (EU) 2023/2854). Please choose other data types.',
  [codes.signedOut]: 'Please sign in.',
  [codes.forbidden]: 'You are not allowed to do this.',
  [codes.secondFactorNeeded]: 'The second factor of your account is needed first.',
  [codes.notFound]: ({ file }) =>
    file === undefined
      ? 'What you are looking for does not exist.'
      : 'File acquisition error, refresh and try again',
  [codes.methodNotAllowed]: 'This call is made in another way.',
  [codes.notAllowedNow]: 'This is not possible in the application’s present state.',
  [codes.outdated]: 'The application has changed in the meantime. Please reload it and try again.',
  [codes.takenByOther]: ({ assignee }) =>
    `Somebody else has taken this application${assignee === undefined ? '' : `: ${assignee}`}.`,
  [codes.reportNotReady]: 'Generating file... check your email',
  [codes.lastLead]: 'This is the last lead: make somebody else a lead first.',
  [codes.tooManyFiles]:
    'Too many uploaded files are waiting for a form. Please send the forms that need them; files that no form names are deleted after seven days.',
  [codes.tooLarge]: ({ file }) =>
    file === undefined ? 'The request is too large.' : 'Single file size must not exceed 20M',
  [codes.typeNotSupported]: ({ file }) =>
    file === undefined ? 'This kind of content is not supported.' : 'File type not supported',
  [codes.vehicleNotLinked]:
    'No vehicles under the account are eligible, data access temporarily unsupported. Please first complete registration and linking of the vehicle in the vehicle app.',
  [codes.locked]: ({ lockedUntil }) => {
    const until = lockedUntil === undefined ? '' : ` (from ${instantText('en', lockedUntil)})`;
    return `Five wrong codes in a row: sign-in is blocked. Please try again after 24 hours${until}.`;
  },
  [codes.tooSoon]: ({ retryAfter }) =>
    retryAfter === undefined
      ? 'Please wait a moment before trying again.'
      : `Please wait ${seconds(retryAfter)} before asking for a further code.`,
  [codes.internal]: 'Something went wrong on our side. Please try again.',
};
