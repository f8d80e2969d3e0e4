import type { MessageDescriptor } from '@lingui/core';
import { signalsOf } from '#contract/data-catalogue.ts';
import { msg } from '#lib/words/msg.ts';
import type { EmptyReason } from '#server/applications/report-reasons.ts';
import type { Account } from './account.ts';
import type { Delivery, Tally } from './delivery.ts';
import type { Absence } from './known-notes.ts';
import type { Change } from './masked-values.ts';
import { isLeftOut } from './report-request.ts';

/** Reason for which nothing of a request can be looked up, and thus no signal of it is delivered. */
const groundless = ['noPeriod', 'notLinked', 'noVehicle'] as const;
type Groundless = (typeof groundless)[number];

/** Reason for which a signal is not delivered. */
export type Withheld = 'linkEnded' | 'notApproved' | 'masked' | Absence | Groundless;

type Grounds = Pick<Account, 'request' | 'mask' | 'newUsers' | 'absences'>;

/**
 * Tells why a signal that was asked for is not delivered; null of one that is.
 * @param tally its values and their times; absent where the source has no data of it
 */
export function withheldBy(
  { request, mask, newUsers, absences, emptiness }: Grounds & Pick<Account, 'emptiness'>,
  name: string,
  tally?: Tally,
): Withheld | null {
  const all = groundless.find((reason) => reason === emptiness);
  if (all) return all;
  if (isLeftOut(request, name)) return 'notApproved';
  if (newUsers.has(name) && !tally) return 'linkEnded';
  if (mask.withheld.has(name)) return 'masked';
  if (!tally) return absences.get(name) ?? 'notRecorded';
  if (tally.values > 0) return null;
  return mask.level === null ? 'notRecorded' : 'masked';
}

/** Reason for which a request that was looked up has no values: unrecorded, or withheld as well. */
export function emptinessOf(grounds: Grounds, deliveries: readonly Delivery[]): EmptyReason {
  const reasons = deliveries.flatMap(({ dataType, tallies }) =>
    signalsOf(dataType).map(({ name }) =>
      withheldBy({ ...grounds, emptiness: null }, name, tallies.get(name)),
    ),
  );
  const isUnrecorded = (reason: Withheld | null) =>
    reason === 'notRecorded' || reason === 'neverRecorded';
  return reasons.every(isUnrecorded) ? 'noData' : 'withheld';
}

export const withheldWords: Record<Withheld, MessageDescriptor> = {
  noPeriod: msg`Not delivered: the data request names no period.`,
  notLinked: msg`Not delivered: the vehicle was not linked to the requester in this time range.`,
  noVehicle: msg`Not delivered: the data holder no longer has a record of the vehicle.`,
  linkEnded: msg`Not delivered: the link of the vehicle to the requester has ended.`,
  notApproved: msg`Not delivered: the data holder approved the request without this data type.`,
  masked: msg`Not delivered: left out because the report is masked.`,
  neverRecorded: msg`Not delivered: the vehicle has never sent this signal. It is not equipped for it, or does not record it.`,
  notEntitled: msg`Not delivered: it was recorded in this time range, but not while the vehicle was linked to the requester.`,
  notEquipped: msg`Not delivered: the vehicle is not equipped for this signal.`,
  outOfRange: msg`Not delivered: the values recorded in this time range were outside the signal’s range and were left out at import.`,
  leftOut: msg`Not delivered: it was left out when the vehicle’s data were imported.`,
  notKept: msg`Not delivered: data of this time are no longer kept.`,
  notRecorded: msg`Not delivered: nothing was recorded in this time range.`,
};

/** The closed list of reasons. */
export const withheldReasons = Object.keys(withheldWords) as Withheld[];

export const changeWords: Record<Change, MessageDescriptor> = {
  pseudonym: msg`Shown as a pseudonym.`,
  year: msg`Only the year is shown.`,
  place: msg`Shown less precisely, and only at common places away from where drives begin and end.`,
  fromZero: msg`Counted from zero at the beginning of each drive.`,
};
