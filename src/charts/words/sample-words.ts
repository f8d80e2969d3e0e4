import type { MessageDescriptor } from '@lingui/core';
import { events as applicationEvents } from '#forms/events.ts';
import { msg, plural, type Translate } from '#lib/words/msg.ts';
import { translateAll } from '#lib/words/translate-all.ts';
import { MAX_WRONG_TRIES } from '#machines/limits.ts';

type Messages = Readonly<Record<string, MessageDescriptor>>;

const starts: Messages = {
  'a secret that is shown': msg`A secret that is shown`,
  'a personal application': msg`A customer’s application`,
  'a third-party application': msg`An application for a third party`,
  'a public application': msg`A public sector body’s application`,
  'an address nobody used yet': msg`An address nobody has used yet`,
  'a report that was asked for': msg`A report that was asked for`,
  'a dispute that was recorded': msg`A complaint or dispute that the requester recorded`,
  'a dispute that the data holder recorded': msg`A complaint or dispute that the data holder recorded`,
  'a quote that was sent': msg`A quote that was sent`,
  'live access that was requested': msg`Live access that was requested`,
  'a visitor': msg`A visitor`,
  'a file that was chosen': msg`A file that was chosen`,
  'a file that is stored': msg`A file that is stored already`,
  'an empty area': msg`An empty upload area`,
  'an area with a stored file': msg`An upload area with a stored file`,
  'a new visitor': msg`A new visitor`,
  'a visitor who allowed': msg`A visitor who allowed cookies`,
  'a visitor who did not allow': msg`A visitor who did not allow cookies`,
};

const events: Messages = {
  ...applicationEvents,
  'address.unlock': msg`Address unlocked`,
  'factor.begin': msg`Secret shown`,
  'factor.confirm': msg`Secret confirmed`,
  'factor.give': msg`Second factor given`,
  'factor.unlock': msg`Second factor unlocked`,
  'mailbox.prove': msg`Mailbox confirmed`,
  'code.request': msg`Code requested`,
  'code.submit': msg`Code entered`,
  'generation.started': msg`Generation begun`,
  'generation.succeeded': msg`Report generated`,
  'generation.foundNothing': msg({ message: 'No data found', context: 'event in a chart' }),
  'generation.failed': msg`Generation failed`,
  'dispute.end': msg`Dispute ended`,
  'dispute.withdraw': msg`Record of the dispute withdrawn`,
  'outcome.correct': msg`Outcome corrected`,
  'outcome.withdraw': msg`Outcome withdrawn`,
  'quote.accept': msg`Quote accepted`,
  'quote.object': msg`Objection to the quote`,
  'quote.withdraw': msg`Quote withdrawn`,
  'grant.confirm': msg`Link confirmed`,
  'grant.pause': msg`Access paused`,
  'grant.resume': msg`Access resumed`,
  'grant.renew': msg`Access renewed`,
  'grant.end': msg`Access ended`,
  'grant.expired': msg`End of the access reached`,
  'report.regenerate': msg`Report asked for again`,
  'retention.passed': msg`Retention period passed`,
  'email.submit': msg`E-mail address entered`,
  'code.resend': msg`New code asked for`,
  'login.back': msg`Back to the e-mail address`,
  sendCode: msg`Sending the code`,
  resendCode: msg`Sending a new code`,
  verifyCode: msg`Checking the code`,
  'the clock reaches untilResend': msg`A new code may be asked for`,
  'upload.start': msg`Upload begun`,
  'upload.cancel': msg`Upload cancelled`,
  'upload.retry': msg`Upload tried again`,
  'transfer.progressed': msg`Transfer continued`,
  'transfer.succeeded': msg`Transfer succeeded`,
  'transfer.failed': msg`Transfer failed`,
  'transfer.rejected': msg`File refused`,
  'files.add': msg`Files chosen`,
  'file.remove': msg`File removed`,
  'upload.changed': msg`An upload changed`,
  'rejections.dismiss': msg`Rejections dismissed`,
  'consent.give': msg`Cookie choice made`,
  'settings.open': msg`Settings opened`,
  'settings.close': msg`Settings closed`,
  recordChoice: msg`Recording the choice`,
};

const wrongCode = (triesLeft: number) =>
  msg`rejected: wrong code, ${plural({ triesLeft }, { one: '# try left', other: '# tries left' })}`;

const details: Messages = {
  'by a colleague': msg`by a colleague`,
  'by the reviewer who decided': msg`by the reviewer who decided`,
  'by the assignee': msg`by the reviewer who has taken it`,
  'to a colleague': msg`to a colleague`,
  'to the requester as reviewer': msg`to the requester as reviewer`,
  'to another requester': msg`to another requester`,
  'by a lead': msg`by a lead`,
  'by a requester': msg`by a requester`,
  'when the time to answer is over': msg`when the time to answer is over`,
  'one that was already used': msg`one that was already used`,
  'a recovery code': msg`a recovery code`,
  'a passkey': msg`a passkey`,
  'by the requester': msg`by the requester`,
  'who has sold the vehicle': msg`who has sold the vehicle`,
  'by another requester': msg`by another requester`,
  'by a reviewer': msg`by a reviewer`,
  'by the requester as reviewer': msg`by the requester as reviewer`,
  'by the clock': msg`by the clock`,
  'on the revision before': msg`on the previous version`,
  'on a revision to come': msg`on a later version`,
  'because of tradeSecrets': msg`because of trade secrets`,
  'because of safetyRequirements': msg`because of safety requirements`,
  'because of personalDataOfOthers': msg`because of others’ personal data`,
  'because of gatekeeper': msg`because the third party is a gatekeeper`,
  'because of notRequestedByUser': msg`because the user did not ask for it`,
  'because of userNotIdentified': msg`because the user was not identified`,
  'because of dataNotControlled': msg`because the data are not under the holder’s control`,
  'because of forHolder': msg`decided for the data holder`,
  'because of settled': msg`settled between the parties`,
  'because of withdrawn': msg`withdrawn`,
  'because of alreadyProvided': msg`because the data were provided already`,
  'because of conditionsNotMet': msg`because the conditions are not met`,
  'with the opinion of a colleague': msg`with a colleague’s agreement`,
  'with the opinion of the requester as reviewer': msg`with the agreement of the requester as reviewer`,
  'with an opinion of their own': msg`with their own agreement`,
  'without the second opinion that is needed': msg`without the agreement that is needed`,
  'after the report was fetched': msg`after the report was downloaded`,
  'to the same date': msg`to the same date`,
  'beyond a year': msg`beyond a year`,
  'before the end': msg`before the end`,
  'at the end': msg`at the end`,
  'at once': msg`at once`,
  'in its last millisecond': msg`in the last millisecond`,
  'when it is over': msg`when it is over`,
  'a millisecond before a further code is due': msg`a millisecond before a new code may be asked for`,
  'when a further code is due': msg`when a new code may be asked for`,
  'in the last millisecond of the code': msg`in the code’s last millisecond`,
  'when the code is expired': msg`when the code has expired`,
  'in the last millisecond of the lock': msg`in the lock’s last millisecond`,
  'when the lock ends': msg`when the lock ends`,
  'from another browser': msg`from another browser`,
  'by the link of the lock': msg`by the link of the lock`,
  'by another link': msg`by another link`,
  'the right one': msg`the right one`,
  'a wrong one': msg`a wrong one`,
  'privacy policy accepted': msg`privacy policy accepted`,
  'privacy policy not accepted': msg`privacy policy not accepted`,
  succeeds: msg`succeeds`,
  fails: msg`fails`,
  'is rejected: tooSoon': msg`rejected: too soon`,
  'is rejected: locked': msg`rejected: the address is locked`,
  'is rejected: invalid': msg`rejected: not valid`,
  'is rejected: network': msg`rejected: network error`,
  'is rejected: expiredCode': msg`rejected: the code has expired`,
  [`is rejected: wrongCode, ${MAX_WRONG_TRIES - 1} left`]: wrongCode(MAX_WRONG_TRIES - 1),
  'is rejected: wrongCode, 1 left': wrongCode(1),
  'to the half': msg`halfway`,
  'to the end': msg`to the end`,
  'with the server’s words': msg`with the server’s words`,
  'without a word': msg`without a message`,
  'one of the largest size': msg`one of the largest size`,
  two: msg`two`,
  'an empty one': msg`an empty one`,
  'a byte too large': msg`one a byte too large`,
  'of a type that is not supported': msg`of a type that is not supported`,
  'one queued': msg`a queued upload`,
  'one uploading': msg`an upload in progress`,
  'one uploaded': msg`a finished upload`,
  'one stopped': msg`a stopped upload`,
  'one that was removed': msg`a removed upload`,
  'one queued is cancelled': msg`a queued upload is cancelled`,
  'one stopped is queued': msg`a stopped upload is queued again`,
  'one uploading is uploaded': msg`an upload in progress finishes`,
  'one uploading is failed': msg`an upload in progress fails`,
  'one uploading is rejected': msg`an upload in progress is rejected`,
  'one uploading is cancelled': msg`an upload in progress is cancelled`,
  all: msg`all`,
  'necessary only': msg`only necessary ones`,
};

export interface SampleWords {
  starts: Readonly<Record<string, string>>;
  /** Labels by event type, id of an invoked actor, or full name of a timer. */
  events: Readonly<Record<string, string>>;
  /** Words that distinguish samples of the same event. A name may contain several. */
  details: Readonly<Record<string, string>>;
}

export function sampleWords(translate: Translate): SampleWords {
  return {
    starts: translateAll(translate, starts),
    events: translateAll(translate, events),
    details: translateAll(translate, details),
  };
}

export function sampleLabel(words: SampleWords, name: string): string {
  const { event, detail } = sampleParts(words, name);
  return [event, detail].filter(Boolean).join(' – ');
}

/** Returns the words for the event of a sample, and for what distinguishes the sample from others. */
export function sampleParts(
  { events, details }: SampleWords,
  name: string,
): { event: string; detail: string } {
  const event = longest(events, name);
  if (event === undefined) return { event: name, detail: '' };
  const named = detailsIn(details, name.slice(event.length));
  return { event: events[event] ?? event, detail: named.join(', ') };
}

function detailsIn(details: SampleWords['details'], text: string): string[] {
  const rest = text.replace(/^,? /, '');
  if (!rest) return [];
  const detail = longest(details, rest);
  if (detail === undefined) return [rest];
  return [details[detail] ?? rest, ...detailsIn(details, rest.slice(detail.length))];
}

/** Returns the longest key that is a prefix of the text and ends at a word boundary. */
function longest(table: Readonly<Record<string, string>>, text: string): string | undefined {
  return Object.keys(table)
    .filter((key) => text === key || text.startsWith(`${key} `) || text.startsWith(`${key},`))
    .sort((a, b) => b.length - a.length)[0];
}
