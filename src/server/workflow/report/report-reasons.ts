import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import { instantText } from '#server/platform/words/instants.ts';
import { wordsOf } from '#server/platform/words/words.ts';

const failed = msg`The file could not be generated.`;

/** Why a report has nothing to deliver. */
export type EmptyReason = 'noVehicle' | 'noData' | 'notLinked' | 'noPeriod';

const reasons: Record<EmptyReason, MessageDescriptor> = {
  noVehicle: msg`The data holder no longer has a record of the vehicle.`,
  notLinked: msg`The vehicle was not linked to the requester’s account in the chosen period.`,
  noPeriod: msg`The data request names no period, so no data are delivered.`,
  noData: msg`No data of the chosen types were recorded in the chosen period.`,
};

const isEmptyReason = (reason: string): reason is EmptyReason => Object.hasOwn(reasons, reason);

/**
 * A reason code in the reader's language; a code without words reads as a failure.
 * @param linkEndedAt when the vehicle's link to the requester ended, where it has
 */
export function reportReasonText(
  language: Language,
  reason: string,
  timeZone: string,
  linkEndedAt: number | null = null,
): string {
  const say = wordsOf(language);
  const text = say(isEmptyReason(reason) ? reasons[reason] : failed);
  if (linkEndedAt === null) return text;
  const ended = say(
    msg`The link ended on ${{ ended: instantText(language, linkEndedAt, timeZone) }}.`,
  );
  return `${text} ${ended}`;
}
