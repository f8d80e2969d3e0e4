import type { MessageDescriptor } from '@lingui/core';
import { type Signal, signalsOf } from '#contract/data-catalogue.ts';
import { msg, type Translate } from '#lib/words/msg.ts';
import type { EmptyReason } from '#server/applications/report-reasons.ts';
import type { Gaps } from '#server/reports/data-sheet.ts';
import type { DataOrigin, SourceFaults, Vehicle } from '../vehicles/vehicle-source.ts';
import type { Delivery, Tally } from './delivery.ts';
import type { Change, Mask } from './masking.ts';
import type { Absence, ReportNotes } from './report-notes.ts';
import { isLeftOut, type ReportRequest } from './report-request.ts';

/** Cells of the manifest: data, and texts that are translated when it is written. */
export type ManifestRow = readonly (MessageDescriptor | string | number | null)[];

export interface Section {
  heading: MessageDescriptor;
  columns?: ManifestRow;
  rows: readonly ManifestRow[];
}

export const translated = (row: ManifestRow, translate: Translate) =>
  row.map((cell) => (typeof cell === 'object' && cell ? translate(cell) : cell));

export interface ManifestContent {
  request: ReportRequest;
  emptiness: EmptyReason | null;
  vehicle: Vehicle | null;
  preparedAt: number;
  mask: Mask;
  newUsers: ReadonlySet<string>;
  deliveries: readonly Delivery[];
  absences: ReadonlyMap<string, Absence>;
  notes: ReportNotes;
  faults: SourceFaults;
  imports: readonly DataOrigin[] | null;
  /** Release of VSS that the vehicle declares; null for the one of the portal's catalogue. */
  vssRelease: string | null;
  gaps: readonly Gaps[] | null;
  parts: {
    column: MessageDescriptor;
    placeOf: (delivery: Delivery) => string;
    section: Section;
  };
}

const emptyReasons = ['noPeriod', 'notLinked', 'noVehicle'] as const;
type RequestProblem = (typeof emptyReasons)[number];

export type Withheld = 'linkEnded' | 'notApproved' | 'masked' | Absence | RequestProblem;

type Grounds = Pick<ManifestContent, 'request' | 'mask' | 'newUsers' | 'absences' | 'faults'>;

/** Returns why a signal is not delivered, or null. Without `tally`, the source has no data. */
export function withheldBy(
  {
    request,
    mask,
    newUsers,
    absences,
    faults,
    emptiness,
  }: Grounds & Pick<ManifestContent, 'emptiness'>,
  name: string,
  tally?: Tally,
): Withheld | null {
  const all = emptyReasons.find((reason) => reason === emptiness);
  if (all) return all;
  if (isLeftOut(request, name)) return 'notApproved';
  if (newUsers.has(name) && !tally) return 'linkEnded';
  if (mask.withheld.has(name)) return 'masked';
  if (!tally?.values && faults.rejected.has(name)) return 'outOfRange';
  if (!tally) return absences.get(name) ?? 'notRecorded';
  if (tally.values > 0) return null;
  return mask.level === null ? 'notRecorded' : 'masked';
}

/** Omits the minimum and maximum of a signal if masking may change values beyond them. */
export function asShown({ change }: Mask, signal: Signal): Signal {
  if (!change(signal.name)) return signal;
  const { min, max, ...others } = signal;
  return others;
}

const reasonsOf = (grounds: Grounds, { dataType, tallies }: Delivery) =>
  signalsOf(dataType).map(({ name }) =>
    withheldBy({ ...grounds, emptiness: null }, name, tallies.get(name)),
  );

export function absenceOf(grounds: Grounds, delivery: Delivery): Withheld | null {
  const reasons = reasonsOf(grounds, delivery);
  const isOfVehicle = (reason: Withheld | null) =>
    reason === 'neverRecorded' || reason === 'notEquipped';
  return reasons.find((reason) => !isOfVehicle(reason)) ?? reasons[0] ?? null;
}

export function emptinessOf(grounds: Grounds, deliveries: readonly Delivery[]): EmptyReason {
  const reasons = deliveries.flatMap((delivery) => reasonsOf(grounds, delivery));
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
  neverRecorded: msg`Not delivered: no value has been received.`,
  notEntitled: msg`Not delivered: it was recorded in this time range, but not while the vehicle was linked to the requester.`,
  notEquipped: msg`Not delivered: the vehicle is not equipped for this signal.`,
  outOfRange: msg`Not delivered: the values received for this time range were outside the signal’s range or of the wrong type and were left out.`,
  leftOut: msg`Not delivered: it was left out when the vehicle’s data were imported.`,
  notKept: msg`Not delivered: data of this time are no longer kept.`,
  notRecorded: msg`Not delivered: no value has been received for this time range.`,
};

export const withheldReasons = Object.keys(withheldWords) as Withheld[];

export function changeWords(change: Change): MessageDescriptor {
  switch (change.kind) {
    case 'pseudonym':
      return msg`Shown as a pseudonym.`;
    case 'year':
      return msg`Only the year is shown.`;
    case 'place':
      return msg`Shown less precisely, once in 5 minutes, and only at common places away from where drives begin and end.`;
    case 'steps':
      return msg`Shown in steps of ${{ step: change.step }}.`;
    case 'fromStart':
      return msg`Counted from zero at the beginning of each drive or day, in steps of ${{ step: change.step }}.`;
  }
}
