import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#lib/words/msg.ts';
import type { Account } from './account.ts';
import type { Absence, Tally } from './delivery.ts';
import type { Change } from './masked-values.ts';

/** Reason for which a signal is not delivered. */
export type Withheld = 'linkEnded' | 'masked' | Absence;

/**
 * Tells why a signal that was asked for is not delivered; null of one that is.
 * @param tally its values and their times; absent where the source has no data of it
 */
export function withheldBy(
  { mask, newUsers, absences }: Pick<Account, 'mask' | 'newUsers' | 'absences'>,
  name: string,
  tally?: Tally,
): Withheld | null {
  if (newUsers.has(name) && !tally) return 'linkEnded';
  if (mask.withheld.has(name)) return 'masked';
  if (!tally) return absences.get(name) ?? 'notRecorded';
  if (tally.values > 0) return null;
  return mask.change(name) ? 'masked' : 'notRecorded';
}

export const withheldWords: Record<Withheld, MessageDescriptor> = {
  linkEnded: msg`Not delivered: the link of the vehicle to the requester has ended.`,
  masked: msg`Not delivered: left out because the report is masked.`,
  neverRecorded: msg`Not delivered: the vehicle has never sent this signal. It is not equipped for it, or does not record it.`,
  notEntitled: msg`Not delivered: it was recorded in this time range, but not while the vehicle was linked to the requester.`,
  notRecorded: msg`Not delivered: nothing was recorded in this time range.`,
};

export const changeWords: Record<Change, MessageDescriptor> = {
  pseudonym: msg`Shown as a pseudonym.`,
  year: msg`Only the year is shown.`,
  place: msg`Shown less precisely, and only at common places away from where drives begin and end.`,
  fromZero: msg`Counted from zero at the beginning of each drive.`,
};
