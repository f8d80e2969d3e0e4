import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import { instantText, wordsOf } from '#server/platform/words/words.ts';

const failed = msg`The file could not be generated.`;

export type EmptyReason = 'noVehicle' | 'noData' | 'notLinked' | 'noPeriod' | 'withheld';

const temporaryFailures = {
  away: msg`The data holder’s vehicle system could not be reached, or answered with an error.`,
  silent: msg`The data holder’s vehicle system stopped responding before its answer was complete.`,
  tooSlow: msg`The data holder’s vehicle system took too long to answer.`,
  cutOff: msg`The data holder’s vehicle system ended its answer too early.`,
  outOfPatience: msg`Generating the file took longer than allowed.`,
};

const holdersFaults = {
  notAgreed: msg`The data holder’s vehicle system sent an answer that cannot be read.`,
  lineTooLong: msg`The data holder’s vehicle system sent a line that is longer than allowed.`,
  tooMuch: msg`The data holder’s vehicle system sent more entries than allowed.`,
  wrongType: msg`The data holder’s vehicle system sent a value of the wrong type.`,
  wrongUnit: msg`The data holder’s vehicle system sent values in another unit than agreed.`,
  outOfRange: msg`The data holder’s vehicle system sent a value that is impossible for its signal.`,
  outOfOrder: msg`The data holder’s vehicle system sent measurements out of sequence.`,
  outOfTime: msg`The data holder’s vehicle system sent measurements from outside the requested time.`,
  wrongCount: msg`The data holder’s vehicle system sent a different number of measurements than it announced.`,
};

export type FailureReason = keyof typeof temporaryFailures | keyof typeof holdersFaults;

export const isHoldersFault = (reason: string | null) => Object.hasOwn(holdersFaults, reason ?? '');

export const reportReasons: Record<EmptyReason | FailureReason, MessageDescriptor> = {
  ...temporaryFailures,
  ...holdersFaults,
  noVehicle: msg`The data holder no longer has a record of the vehicle.`,
  notLinked: msg`The vehicle was not linked to the requester’s account in the chosen period.`,
  noPeriod: msg`The data request names no period, so no data are delivered.`,
  noData: msg`No data of the chosen types have been received for the chosen period.`,
  withheld: msg`No data of the chosen types can be delivered for the chosen period. The manifest says why for each signal.`,
};

const isKnown = (reason: string): reason is keyof typeof reportReasons =>
  Object.hasOwn(reportReasons, reason);

export function reportReasonText(
  language: Language,
  reason: string,
  timeZone: string,
  linkEndedAt: number | null = null,
): string {
  const translate = wordsOf(language);
  const text = translate(isKnown(reason) ? reportReasons[reason] : failed);
  if (isHoldersFault(reason))
    return `${text} ${translate(msg`Only the data holder can correct this. Please write to the data holder and name the application number.`)}`;
  if (linkEndedAt === null) return text;
  const ended = translate(
    msg`The link ended on ${{ ended: instantText(language, linkEndedAt, timeZone) }}.`,
  );
  return `${text} ${ended}`;
}
