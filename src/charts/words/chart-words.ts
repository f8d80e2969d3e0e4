import type { MessageDescriptor } from '@lingui/core';
import { USUAL_ANSWER_DAYS } from '#contract/limits.ts';
import { grantStates } from '#forms/live-access.ts';
import { chartLabels } from '#forms/states.ts';
import type { ChartLabels } from '#lib/statechart/drawing/chart-labels.ts';
import { msg, plural, type Translate } from '#lib/words/msg.ts';
import { translateAll } from '#lib/words/translate-all.ts';
import type { catalogue } from '#machines/catalogue.ts';
import { LOCK_HOURS, MAX_WRONG_TRIES } from '#machines/limits.ts';
import { sampleWords } from './sample-words.ts';

export type MachineName = keyof typeof catalogue;

interface MachineMessages {
  title: MessageDescriptor;
  purpose: MessageDescriptor;
  states: Readonly<Record<string, MessageDescriptor>>;
}

const machines: Readonly<Record<MachineName, MachineMessages>> = {
  application: {
    title: msg`Application`,
    purpose: msg`The life of one application, from its submission to approval or to its end.`,
    states: {
      ...chartLabels,
      qualification: msg`Qualification review`,
      dataRequest: msg`Data application`,
      terminated: msg({ message: 'Termination', context: 'state in a chart' }),
    },
  },
  challenge: {
    title: msg`Sign-in challenge`,
    purpose: msg`One sender’s codes, wrong tries and lock at an e-mail address.`,
    states: {
      idle: msg`No code in use`,
      codeSent: msg`Code sent`,
      locked: msg`Locked for ${plural({ hours: LOCK_HOURS }, { one: '# hour', other: '# hours' })}`,
    },
  },
  'second-factor': {
    title: msg`Second factor`,
    purpose: msg`One account’s authenticator app: its secret, wrong tries and lock.`,
    states: {
      secret: msg({ message: 'Secret', context: 'second factor' }),
      'secret.pending': msg`Waiting for its first code`,
      'secret.active': msg({ message: 'In use', context: 'second factor' }),
      'secret.replacing': msg`In use, with a new one to be confirmed`,
      tries: msg({ message: 'Tries', context: 'second factor' }),
      'tries.open': msg({ message: 'Open', context: 'second factor' }),
      'tries.locked': msg`Locked for ${plural({ hours: LOCK_HOURS }, { one: '# hour', other: '# hours' })}`,
    },
  },
  report: {
    title: msg`Report`,
    purpose: msg`Generation, delivery and expiry of one report.`,
    states: {
      queued: msg`Queued`,
      generating: msg`Being generated`,
      delivered: msg`Ready for download`,
      empty: msg`No data found`,
      failed: msg`Failed`,
      expired: msg`Expired`,
    },
  },
  dispute: {
    title: msg({ message: 'Dispute', context: 'machine' }),
    purpose: msg`One complaint or dispute about an application, from its record to its outcome.`,
    states: {
      open: msg({ message: 'Open', context: 'dispute' }),
      ended: msg({ message: 'Ended', context: 'dispute' }),
      withdrawn: msg({ message: 'Withdrawn', context: 'record of a dispute' }),
    },
  },
  quote: {
    title: msg({ message: 'Quote', context: 'machine' }),
    purpose: msg`One quote of compensation to a public sector body, from its sending to its answer.`,
    states: {
      open: msg({ message: 'Open', context: 'quote' }),
      objected: msg({ message: 'Objected to', context: 'quote' }),
      accepted: msg({ message: 'Accepted', context: 'quote' }),
      withdrawn: msg({ message: 'Withdrawn', context: 'quote' }),
    },
  },
  grant: {
    title: msg`Live access`,
    purpose: msg`An owner’s live access to the data of one vehicle, from its request to its end.`,
    states: grantStates,
  },
  login: {
    title: msg`Sign-in`,
    purpose: msg`The sign-in page: e-mail, code, welcome.`,
    states: {
      email: msg`E-mail is entered`,
      sendingCode: msg`Code is being sent`,
      code: msg`Code`,
      'code.entry': msg`Entry`,
      'code.entry.editing': msg`Code is entered`,
      'code.entry.verifying': msg`Code is being checked`,
      'code.resend': msg`Another code`,
      'code.resend.waiting': msg`Too soon for another`,
      'code.resend.ready': msg`Another can be sent`,
      'code.resend.sending': msg`Another is being sent`,
      locked: msg`Address locked`,
      welcome: msg`Welcome`,
    },
  },
  consent: {
    title: msg`Cookie consent`,
    purpose: msg`A visitor’s cookie choice, and what it allows.`,
    states: {
      open: msg`Being asked`,
      settings: msg`Settings open`,
      recording: msg`Choice is being recorded`,
      chosen: msg`Chosen`,
    },
  },
  upload: {
    title: msg`Upload`,
    purpose: msg`One file on its way to the server.`,
    states: {
      queued: msg`Waiting for a free slot`,
      uploading: msg`On its way`,
      uploaded: msg`Arrived`,
      failed: msg`Failed`,
      rejected: msg`Refused`,
      cancelled: msg`Cancelled`,
    },
  },
  'upload-queue': {
    title: msg`Upload queue`,
    purpose: msg`The files of one upload area: limits, upload slots, rejections.`,
    states: {
      settled: msg`Nothing on its way`,
      transferring: msg`Files on their way`,
      unfinished: msg`Files to be tried again or removed`,
    },
  },
};

const guards: Readonly<Record<string, MessageDescriptor>> = {
  isOwner: msg`the sender filed it`,
  isReviewer: msg`the sender is a reviewer`,
  isLinked: msg`the vehicle is linked to the requester`,
  canRegenerate: msg`it was not generated again too often`,
  isOthers: msg`it is not the sender’s own application`,
  isOfHolder: msg`the data holder recorded it`,
  isClock: msg`the clock sends it`,
  isCurrent: msg`it refers to the current version`,
  isOthersGrant: msg`it is not the sender’s own access`,
  isEndReached: msg`the end of the access has come`,
  isLaterEnd: msg`the new end is later, and at most a year away`,
  isPaused: msg`the owner has paused it`,
  isPersonal: msg`the application is a customer’s`,
  isPublic: msg`the application is a public sector body’s`,
  isOverdue: msg`the time to answer has passed`,
  isSeconded: msg`another reviewer agrees, where a second opinion is needed`,
  isLawful: msg`the law gives this ground for this kind of application`,
  isInTime: msg`the time to answer has not passed`,
  isUntaken: msg`no colleague has taken it`,
  isAssignee: msg`the sender has taken it`,
  isGiver: msg`the sender has handed it over, and the assignee has not acted`,
  canTakeOver: msg`the colleague is a reviewer and it is not their own application`,
  isLead: msg`the sender is a lead`,
  isDecider: msg`the sender made the last decision`,
  canUndo: msg`its time to undo has not passed`,
  isDecidedIn: msg`it was decided in that state`,
  isLater: msg`the new date is later`,
  isUnfetched: msg`nobody has downloaded the report`,
  isEndedIn: msg`it ended in that state`,
  isAppCode: msg`the code is one of the app and was not used before`,
  isRecoveryCode: msg`the code is a recovery code that is left`,
  isExpired: msg`the code is too old`,
  isOfVisit: msg`this browser asked for the code`,
  isLinkOfLock: msg`the link is the one mailed with the lock`,
  isPasskey: msg`it is a passkey`,
  isRepeat: msg`it is the last accepted code`,
  isMatching: msg`the code is the right one`,
  isLastTry: msg`it is wrong code number ${{ tries: MAX_WRONG_TRIES }} in a row`,
  isResendDue: msg`enough time has passed since the last code`,
  isLockOver: msg`the lock is over`,
  canRetry: msg`attempts are left`,
  isRetentionOver: msg`the retention period of the file has passed`,
  isPrivacyAccepted: msg`the privacy policy is accepted`,
  isLocked: msg`the address is locked`,
  isTooSoon: msg`a code was sent a moment ago`,
  hasChosen: msg`the visitor has chosen`,
  isStored: msg`the server has the file already`,
  isTransferring: msg`a file is on its way`,
  isUnfinished: msg`a file is to be tried again or removed`,
  isSettled: msg`all files have arrived`,
  isRejected: msg`the server refused the file`,
  isOneTooMany: msg`a file is retried and no upload slot is free`,
};

/** Names that `Recorder` gives to effects. `start`, `send` and `stop` are about actors. */
const effects: Readonly<Record<string, MessageDescriptor>> = {
  notifyRequester: msg`the requester is informed by e-mail`,
  notifyDesk: msg`the desk is informed by e-mail`,
  notifyAuthority: msg`a notice to the authority is due`,
  notifyOtherSide: msg`the other side is informed by e-mail`,
  notifyOwner: msg`the owner is informed by e-mail`,
  withdrawLetters: msg`letters that were not sent are withdrawn`,
  queueReport: msg`the generation of the report is queued`,
  queueGeneration: msg`the report is queued again`,
  queueCopy: msg`a copy for the recipient is queued`,
  inviteRecipient: msg`the recipient of the data is invited by e-mail`,
  withdrawReport: msg`the report is withdrawn`,
  resumeReport: msg`the report is offered again`,
  mailPassword: msg`the password of the report is sent by e-mail`,
  mailReason: msg`the reason is sent by e-mail`,
  deleteFile: msg`the file of the report is deleted`,
  mailCode: msg`the code is sent by e-mail`,
  withdrawCode: msg`a code that was not sent is withdrawn`,
  mailLock: msg`the lock is reported by e-mail`,
  openSession: msg`a session begins`,
  completeSession: msg`the session is complete`,
  issueRecoveryCodes: msg`recovery codes are issued`,
  spendRecoveryCode: msg`the recovery code is used up`,
  'start sendCode': msg`the page asks for a code`,
  'start verifyCode': msg`the page sends the entered code`,
  'start recordChoice': msg`the page sends the choice`,
  'start transferFile': msg`the transfer of the file begins`,
  'send upload.changed': msg`the upload queue is informed`,
  'send upload.start': msg`the next file is started`,
  stop: msg`work in progress stops`,
};

const senders: Readonly<Record<string, MessageDescriptor>> = {
  isOwner: msg({ message: 'by the requester', context: 'event in a chart' }),
  isReviewer: msg({ message: 'by the data holder', context: 'event in a chart' }),
  isClock: msg({ message: 'by the clock', context: 'event in a chart' }),
};

const remarks: Readonly<Record<string, MessageDescriptor>> = {
  'deadline.passed': msg`usually ${plural({ days: USUAL_ANSWER_DAYS }, { one: '# day', other: '# days' })} without an answer`,
  'information.request': msg`as often as needed`,
  'application.refuse': msg`on a ground that the law gives`,
};

/** Events that the machine raises itself: results of actors, timers and eventless transitions. */
const innerEvents: Readonly<Record<string, MessageDescriptor>> = {
  initial: msg`Initial state`,
  always: msg({ message: 'At once', context: 'event in a chart' }),
  'xstate.done.actor.sendCode': msg({ message: 'Code sent', context: 'event in a chart' }),
  'xstate.error.actor.sendCode': msg`Code not sent`,
  'xstate.done.actor.resendCode': msg`New code sent`,
  'xstate.error.actor.resendCode': msg`New code not sent`,
  'xstate.after.untilResend.login.code.resend.waiting': msg`A new code may be asked for`,
  'xstate.done.actor.verifyCode': msg`Code is right`,
  'xstate.error.actor.verifyCode': msg`Code not accepted`,
  'xstate.done.actor.recordChoice': msg`Choice recorded`,
  'xstate.error.actor.recordChoice': msg`Choice not recorded`,
};

const headings: Readonly<Record<keyof ChartLabels['headings'], MessageDescriptor>> = {
  state: msg`State`,
  name: msg({ message: 'Name', context: 'chart table' }),
  code: msg({ message: 'Code', context: 'chart table' }),
  type: msg({ message: 'Type', context: 'chart table' }),
  tags: msg`Tags`,
  event: msg`Event`,
  from: msg({ message: 'From', context: 'chart table' }),
  to: msg({ message: 'To', context: 'chart table' }),
  guard: msg`Guard`,
  effects: msg`Effects`,
  stays: msg`(stays)`,
  states: msg`States`,
  transitions: msg`Transitions`,
  coarse: msg`The diagram is large and drawn coarsely: lines may be longer than necessary.`,
  atomic: msg({ message: 'atomic', context: 'type of a state' }),
  compound: msg({ message: 'compound', context: 'type of a state' }),
  parallel: msg({ message: 'parallel', context: 'type of a state' }),
  final: msg({ message: 'final', context: 'type of a state' }),
  history: msg({ message: 'history', context: 'type of a state' }),
  and: msg({ message: 'and', context: 'between two conditions' }),
  or: msg({ message: 'or', context: 'between two conditions' }),
  not: msg({ message: 'not:', context: 'before a condition' }),
};

export function machineWords(translate: Translate, name: MachineName) {
  const { title, purpose, states } = machines[name];
  return {
    title: translate(title),
    purpose: translate(purpose),
    states: translateAll(translate, states),
  };
}

export const guardWords = (translate: Translate) => translateAll(translate, guards);
export const effectWords = (translate: Translate) => translateAll(translate, effects);

export const labelsOf = (translate: Translate, name: MachineName): ChartLabels => ({
  ...machineWords(translate, name),
  events: { ...sampleWords(translate).events, ...translateAll(translate, innerEvents) },
  guards: guardWords(translate),
  senders: translateAll(translate, senders),
  remarks: translateAll(translate, remarks),
  headings: translateAll(translate, headings),
});
