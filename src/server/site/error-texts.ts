import type { MessageDescriptor } from '@lingui/core';
import { type Code, codes } from '#contract/codes.ts';
import type { CompanySignInProblem, SessionEnding } from '#contract/envelope.ts';
import type { ErrorDataOf, RateLimitName } from '#contract/error-data.ts';
import type { UnsafeReason } from '#contract/files.ts';
import type { Language } from '#contract/languages.ts';
import { FRESH_FACTOR_MINUTES, MAX_FILE_MEBIBYTES, UNNAMED_FILE_DAYS } from '#contract/limits.ts';
import { MAX_PASSING_ON } from '#contract/notices.ts';
import type { settledReports } from '#contract/turns.ts';
import { msg, plural } from '#lib/words/msg.ts';
import { LOCK_HOURS, MAX_WRONG_TRIES } from '#machines/limits.ts';
import { instantText, wordsOf } from '#server/platform/words/words.ts';

export function errorText<C extends Code>(
  language: Language,
  code: C,
  data: ErrorDataOf<C>,
  timeZone: string,
): string {
  const text: Texts[C] = texts[code];
  const sentences: Sentences = typeof text === 'function' ? text(data, language, timeZone) : text;
  const translate = wordsOf(language);
  return Array.isArray(sentences)
    ? sentences.map((each) => translate(each)).join(' ')
    : translate(sentences);
}

const unsafeTexts: Record<UnsafeReason, (file: string) => MessageDescriptor> = {
  macros: (file) =>
    msg`${{ file }} contains macros. Save it without macros, or as a PDF, and upload it again.`,
  program: (file) =>
    msg`${{ file }} contains a program, a shortcut or a file name that hides its ending. Remove it, pack the others again and upload them.`,
  archive: (file) =>
    msg`${{ file }} is too large when unpacked, or contains archives inside archives. Upload its files one by one.`,
  path: (file) =>
    msg`${{ file }} contains a file whose name leads outside the archive. Pack it again, or upload its files one by one.`,
  malware: (file) =>
    msg`The malware scanner refused ${{ file }}. Do not open this file, and upload another one.`,
};

const endedTexts: Record<SessionEnding, MessageDescriptor> = {
  rest: msg`You were signed out because the portal had not been used for a while. Please sign in again.`,
  age: msg`You were signed out because staff must sign in again after some hours. Please sign in again.`,
  elsewhere: msg`This session was ended from another browser. Please sign in again.`,
  factor: msg`You were signed out because the second factor of your account was changed. Please sign in again.`,
  roles: msg`You were signed out because your roles at the desk were changed. Please sign in again.`,
  directory: msg`You were signed out because your company no longer confirms your sign-in. Please sign in again.`,
};

/** Texts by state of a report. In a state without a text, it is still being generated. */
const reportTexts: Readonly<Record<string, MessageDescriptor>> = {
  empty: msg`There are no data for this request`,
  failed: msg`The report could not be generated`,
  expired: msg`The report is no longer kept`,
} satisfies Record<(typeof settledReports)[number], MessageDescriptor>;

const companySignInTexts: Record<CompanySignInProblem, MessageDescriptor> = {
  unfinished: msg`The sign-in at your company was not completed, or was completed in another browser or too late. Please begin it again.`,
  noRole: msg`Your company account has no role at this desk. Ask the people who manage access in your company for one.`,
  noAddress: msg`Your company’s sign-in service does not confirm an e-mail address of yours, which is needed the first time. Ask the people who manage it.`,
  addressTaken: msg`The e-mail address of your company account belongs to another account here. Ask a lead of the desk for help.`,
};

const systemTexts: Record<
  ErrorDataOf<typeof codes.otherSystemUnavailable>['system'],
  MessageDescriptor
> = {
  companySignIn: msg`Your company’s sign-in service does not answer at the moment. Please try again in a few minutes.`,
  vehicles: msg`The data holder’s vehicle system does not answer at the moment. Please try again in a few minutes.`,
};

const fromNetwork = msg`There were too many requests from your network.`;
const codesOfAddress = msg`Too many codes were asked for with this e-mail address.`;
const failedSignIns = msg`Too many sign-ins failed from your network.`;
const recipientLinks = msg`Too many links to reports were mailed.`;
const filesOfAccount = msg`Too many files were uploaded with this account.`;
const filesOfVehicle = msg`Too many files were sent in for this vehicle.`;

const rateLimitTexts: Record<RateLimitName, MessageDescriptor> = {
  requestsOfNetwork: fromNetwork,
  responsesOfNetwork: fromNetwork,
  cookieChoicesOfNetwork: fromNetwork,
  codesInAll: msg`Too many codes were asked for in the whole portal.`,
  codesOfNetwork: msg`Too many codes were asked for from your network.`,
  codesOfAddress,
  codesOfAddressByNetwork: codesOfAddress,
  codesOfAddressByBrowser: codesOfAddress,
  codesOfMailbox: codesOfAddress,
  codesBeyondMailbox: codesOfAddress,
  codesBeyondMailboxByNetwork: codesOfAddress,
  linksOfMailbox: codesOfAddress,
  wrongCodesOfNetwork: msg`Too many wrong codes were entered from your network.`,
  wrongCodesOfAddress: msg`Too many wrong codes were entered for this e-mail address.`,
  companySignInsOfNetwork: failedSignIns,
  companySignInOfState: failedSignIns,
  draftsOfAccount: msg`Drafts of this account were saved too often.`,
  applicationsOfAccount: msg`Too many applications were filed with this account.`,
  applicationsOfVehicle: msg`Too many applications were filed for this vehicle.`,
  filesOfAccount,
  bytesOfAccount: filesOfAccount,
  filesOfVehicle,
  bytesOfVehicle: filesOfVehicle,
  passwordMailsOfReport: msg`The password of this report was mailed too often.`,
  recipientLinksOfApplication: recipientLinks,
  recipientLinksOfAccount: recipientLinks,
  liveAccessOfAccount: msg`Live access or tokens were created or changed too often with this account.`,
};

type Sentences = MessageDescriptor | MessageDescriptor[];

type Texts = {
  [C in Code]:
    | MessageDescriptor
    | ((data: ErrorDataOf<C>, language: Language, timeZone: string) => Sentences);
};

const texts: Texts = {
  [codes.ok]: { id: 'OK' },
  [codes.invalid]: (data) => {
    const { file, malformed, detail } = data ?? {};
    if (malformed) return msg`The request is malformed: it is not valid JSON.`;
    if (detail !== undefined) return msg`Unknown placeholder: ${{ placeholder: detail }}.`;
    return file === undefined
      ? msg`Please check the marked fields.`
      : msg`File upload failed, please try again!`;
  },
  [codes.wrongCode]: (data) =>
    data === null
      ? msg`The verification code is wrong.`
      : msg`The verification code is wrong; ${plural({ triesLeft: data.triesLeft }, { one: '# try left', other: '# tries left' })}.`,
  [codes.expiredCode]: msg`The verification code is used or too old. Please ask for a new one.`,
  [codes.unknownFile]: msg`An uploaded file can no longer be used. Please remove it and upload it again.`,
  [codes.agreementMissing]: msg`Please upload the Data Sharing Agreement`,
  [codes.personalDataNotAllowed]: msg`Outside a public emergency, a public sector body may request non-personal data only (Art. 15 of Regulation (EU) 2023/2854). Please choose other data types.`,
  [codes.emptyFile]: msg`The file is empty`,
  [codes.agreementUnsigned]: msg`This is the unchanged contract template. Fill in its blanks, have it signed by all parties, and upload the signed copy.`,
  [codes.usedCode]: msg`This code was used already. Please wait for the next one that the app shows, or use another recovery code.`,
  [codes.wrongPasskey]: (data) =>
    data === null
      ? msg`The passkey was not accepted. Please try again.`
      : msg`The passkey was not accepted; ${plural({ triesLeft: data.triesLeft }, { one: '# try left', other: '# tries left' })}.`,
  [codes.unknownLink]: msg`This link was used already or is no longer needed. Please ask for a new code.`,
  [codes.signedOut]: (data) => (data === null ? msg`Please sign in.` : endedTexts[data.ended]),
  [codes.forbidden]: msg`You are not allowed to do this.`,
  [codes.secondFactorNeeded]: msg`The second factor of your account is needed first.`,
  [codes.freshFactorNeeded]: msg`This needs your second factor again: you used it more than ${plural({ minutes: FRESH_FACTOR_MINUTES }, { one: '# minute', other: '# minutes' })} ago.`,
  [codes.companySignInRejected]: ({ signIn }) => companySignInTexts[signIn],
  [codes.notFound]: (data) =>
    data === null
      ? msg`What you are looking for does not exist.`
      : msg`File acquisition error, refresh and try again`,
  [codes.methodNotAllowed]: msg`This action is not supported here.`,
  [codes.notAllowedNow]: msg`This is not possible in the application’s present state.`,
  [codes.outdated]: msg`The application has changed in the meantime. Please reload it and try again.`,
  [codes.answerTooLate]: msg`The time to answer has passed: your answer was not accepted. You can file a new application at any time.`,
  [codes.draftOutdated]: msg`This form was changed in another tab or on another device.`,
  [codes.takenByOther]: ({ assignee }) =>
    msg`Somebody else has taken this application: ${{ assignee }}.`,
  [codes.reportNotReady]: (data) =>
    reportTexts[data?.state ?? ''] ?? msg`Generating file... check your email`,
  [codes.lastLead]: msg`This is the last lead: make somebody else a lead first.`,
  [codes.tooManyFiles]: msg`Too many uploaded files are waiting for a form. Please send the forms that need them; files that belong to no form are deleted after ${plural({ days: UNNAMED_FILE_DAYS }, { one: '# day', other: '# days' })}.`,
  [codes.tooManyReports]: ({ limit: times }) =>
    msg`The report was generated again ${plural({ times }, { one: '# time', other: '# times' })}, which is the maximum. If you need the data again, please file a new application.`,
  [codes.tooManyNotices]: msg`You have reported ${plural({ times: MAX_PASSING_ON }, { one: '# organisation', other: '# organisations' })} for this application, which is the maximum. Please write to the data holder about any other.`,
  [codes.sharingSuspended]: msg`The data holder has suspended the sharing of these data, because measures that protect trade secrets are not kept. Once they are, the data can be downloaded again.`,
  [codes.secondOpinionNeeded]: msg`Before this kind of application is approved, another reviewer has to agree. Ask a colleague for an opinion in the notes.`,
  [codes.recipientMissing]: msg`The e-mail address of the data recipient is missing. The requester can name it on the page of the application; then the data can be approved.`,
  [codes.unknownState]: msg`The portal has been updated and cannot continue this at the moment. Please try again later. If it still does not work then, contact the data holder.`,
  [codes.tooLarge]: (data) =>
    data === null
      ? msg`The request is too large.`
      : msg`Single file size must not exceed ${{ mebibytes: MAX_FILE_MEBIBYTES }}M`,
  [codes.typeNotSupported]: (data) =>
    data === null ? msg`This kind of content is not supported.` : msg`File type not supported`,
  [codes.unsafeFile]: ({ file, unsafe, detail }) =>
    unsafeTexts[unsafe](detail ? `${file}: ${detail}` : file),
  [codes.fileWaits]: msg`This file is still being checked for malware. Please try again in a few minutes.`,
  [codes.vehicleNotLinked]: (data, language, timeZone) =>
    data === null
      ? msg`No vehicles under the account are eligible, data access temporarily unsupported. Please first complete registration and linking of the vehicle in the vehicle app.`
      : msg`The link between the vehicle and the account ended on ${{ ended: instantText(language, data.linkEndedAt, timeZone) }}. Data can be asked for only while the vehicle is linked.`,
  [codes.locked]: ({ lockedUntil }, language, timeZone) =>
    msg`${plural({ tries: MAX_WRONG_TRIES }, { one: '# wrong code', other: '# wrong codes' })} in a row: sign-in is blocked. Please try again after ${plural({ hours: LOCK_HOURS }, { one: '# hour', other: '# hours' })}, that is, from ${{ until: instantText(language, lockedUntil, timeZone) }}.`,
  [codes.linkNeeded]: msg`Too many codes were asked for or entered with this address. We have sent it an e-mail with a link: open it to sign in.`,
  [codes.tooSoon]: ({ retryAfter }) =>
    msg`Please wait ${plural({ retryAfter }, { one: '# second', other: '# seconds' })} before asking for another code.`,
  [codes.tooMany]: ({ retryAfter, rateLimit }) => [
    rateLimitTexts[rateLimit],
    waitInWords(retryAfter),
  ],
  [codes.internal]: msg`Something went wrong on our side. Please try again.`,
  [codes.fileDamaged]: msg`The stored file is damaged and cannot be downloaded. The data holder has been informed. A report can be generated again.`,
  [codes.otherSystemUnavailable]: ({ system }) => systemTexts[system],
  [codes.unavailable]: msg`The portal is not available at the moment. Please try again in a few seconds.`,
  [codes.storageFull]: msg`The portal has no storage space left at the moment. What you sent was not saved. Please try again later.`,
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

function waitInWords(seconds: number): MessageDescriptor {
  if (seconds < 2 * MINUTE)
    return msg`Please try again in ${plural({ seconds }, { one: '# second', other: '# seconds' })}.`;
  if (seconds < 2 * HOUR)
    return msg`Please try again in ${plural({ minutes: Math.ceil(seconds / MINUTE) }, { one: '# minute', other: '# minutes' })}.`;
  return msg`Please try again in ${plural({ hours: Math.ceil(seconds / HOUR) }, { one: '# hour', other: '# hours' })}.`;
}
