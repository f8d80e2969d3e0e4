import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import { wordsOf } from '#server/platform/words/words.ts';

const failed = msg`The file could not be generated.`;

/** Why a report has nothing to deliver. */
export type EmptyReason = 'noVehicle' | 'noData' | 'notLinked' | 'noPeriod';

const reasons: Record<EmptyReason, MessageDescriptor> = {
  noVehicle: msg`The vehicle is not known to the data holder any more.`,
  notLinked: msg`The vehicle was not linked to the requester’s account in the chosen period.`,
  noPeriod: msg`The data request names no period, and so no data are delivered.`,
  noData: msg`No data of the chosen types were recorded in the chosen period.`,
};

const isEmptyReason = (reason: string): reason is EmptyReason => Object.hasOwn(reasons, reason);

/** A reason code in the reader's language; a code without words reads as a failure. */
export function reportReasonText(language: Language, reason: string): string {
  return wordsOf(language)(isEmptyReason(reason) ? reasons[reason] : failed);
}
