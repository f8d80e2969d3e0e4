import type { MessageDescriptor } from '@lingui/core';
import { signalsOf } from '#contract/data-catalogue.ts';
import type { MaskingLevel } from '#contract/data-types.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import { HOUR } from '#lib/words/durations.ts';
import { msg, type Translate } from '#lib/words/msg.ts';
import { purposeWords } from '#server/applications/options.ts';
import type { DataOrigin, NoteKind } from '#server/vehicles/vehicle-source.ts';
import {
  asShown,
  type ManifestContent,
  type ManifestRow,
  type Section,
} from './manifest-content.ts';
import type { NoteSum } from './report-notes.ts';
import type { Recipient, ReportRequest } from './report-request.ts';
import { descriptionOf } from './table-formats.ts';

/** Version of `vss-signals.csv` in the repository COVESA/vehicle_signal_specification. */
const CATALOGUE = '7.0.0-dev of 2026-06-17 (commit ce67f927)';

export const vocabularyOf = ({ vssRelease }: Pick<ManifestContent, 'vssRelease'>) =>
  `COVESA Vehicle Signal Specification ${vssRelease ?? CATALOGUE}`;

const recipients: Record<Recipient['kind'], MessageDescriptor> = {
  requester: msg`The requester`,
  thirdParty: msg`Third party`,
  publicBody: msg`Public sector body`,
};

export function statedUseRows({
  request: { recipient, purpose, sharedUntil },
  vssRelease,
}: Pick<ManifestContent, 'request' | 'vssRelease'>): ManifestRow[] {
  const stated = purpose && (purposeWords(purpose) ?? purpose);
  return [
    [msg`Recipient`, recipients[recipient.kind], recipient.name],
    ...(recipient.onBehalfOf ? [[msg`Acts on behalf of`, recipient.onBehalfOf]] : []),
    ...(stated ? [[msg`Data purpose`, stated]] : []),
    ...(sharedUntil === null ? [] : [[msg`Shared until`, iso(sharedUntil)]]),
    [msg`Vocabulary`, vocabularyOf({ vssRelease })],
  ];
}

const terms: Record<Recipient['kind'], MessageDescriptor> = {
  requester: msg`The user may use the data for any lawful purpose, but not to develop a connected product that competes with the vehicle, nor share them with a third party with that intent, nor derive insights into the economic situation, assets and production methods of the manufacturer or the data holder (Art. 4(10)).`,
  thirdParty: msg`The third party may process the data only for the purposes and under the conditions agreed with the user, and must erase them when they are no longer necessary. It may not use them for profiling unless the requested service needs it, nor pass them on without a contract with the user or to a gatekeeper, nor develop a competing connected product with them, nor use them against the security of the product (Art. 6).`,
  publicBody: msg`The public sector body may use the data only for the purpose of its request, and must erase them as soon as they are no longer necessary for it (Art. 19(1)).`,
};

export const termsRows = ({ recipient }: ReportRequest): ManifestRow[] => [
  [msg`Licence`, msg`None is needed: the right to use the data is laid down by the Data Act.`],
  [msg`Terms of use`, terms[recipient.kind]],
];

export const shownSignals = ({ deliveries, mask }: ManifestContent) =>
  deliveries.flatMap(({ dataType }) => signalsOf(dataType)).map((signal) => asShown(mask, signal));

export const dictionarySection = (content: ManifestContent): Section => ({
  heading: msg`Data dictionary`,
  columns: [
    msg`Signal (COVESA VSS)`,
    msg`Description (English)`,
    msg`Unit`,
    msg`Smallest value`,
    msg`Largest value`,
    msg`Interval (s)`,
  ],
  rows: shownSignals(content).map(({ min, max, sampling, ...signal }) => [
    signal.name,
    descriptionOf(signal) ?? null,
    signal.unit || null,
    min ?? null,
    max ?? null,
    sampling === undefined ? null : sampling / 1000,
  ]),
});

const sources: Record<Exclude<DataOrigin['kind'], 'file'>, MessageDescriptor> = {
  live: msg`Values sent by the vehicle`,
  backend: msg`The manufacturer’s back end`,
};

export const importsSection = (files: readonly DataOrigin[]): Section => ({
  heading: msg`Sources`,
  columns: [
    msg`Imported file`,
    msg`Imported at`,
    msg`Interval between rows (s)`,
    msg`Zone of local times`,
    msg`Recorded by`,
  ],
  rows: files.map(({ kind, name, importedAt, sampling, timeZone, device }) => [
    kind === 'file' ? name : sources[kind],
    importedAt === null ? null : iso(importedAt),
    sampling === null ? null : sampling / 1000,
    timeZone,
    device,
  ]),
});

export function gapsSection({ gaps, request }: Pick<ManifestContent, 'gaps' | 'request'>): Section {
  const heading = msg`Gaps`;
  if (gaps === null) {
    const reason = request.masking
      ? msg`Not stated, because the length of a gap can reveal when the vehicle was driven.`
      : msg`Not stated for several vehicles.`;
    return { heading, rows: [[reason]] };
  }
  return {
    heading,
    columns: [
      msg`Data type`,
      msg`From (inclusive)`,
      msg`To (exclusive)`,
      msg`Days with data (UTC)`,
      msg`Gaps over 1 hour`,
      msg`Gaps over 1 day`,
      msg`Longest gap (h)`,
    ],
    rows: gaps.map(({ dataType, part, daysWithData, days, ...gap }) => [
      dataTypeNames[dataType],
      iso(part.from),
      iso(part.to),
      msg`${{ daysWithData }} of ${{ days }}`,
      gap.overHour,
      gap.overDay,
      Math.round(gap.longest / (HOUR / 10)) / 10,
    ]),
  };
}

export const nextSteps = ({ contact }: ReportRequest): Section => ({
  heading: msg`Next steps`,
  rows: [
    [
      msg`If data are missing or wrong, write to the data holder and name the application number:`,
      contact,
    ],
    [
      msg`You can lodge a complaint with the competent authority (Art. 38) or ask a certified dispute settlement body to decide (Art. 10).`,
    ],
  ],
});

const words: Partial<Record<NoteKind, (count: number | string) => MessageDescriptor>> = {
  outOfRange: (count) =>
    msg`Values outside the signal’s range that were left out at import (including the whole first and last day): ${{ count }}.`,
  keptOutOfRange: (count) =>
    msg`Values outside the signal’s range that are delivered as recorded (including the whole first and last day): ${{ count }}.`,
  reconstructed: (count) =>
    msg`Values without a date or with an impossible one, to which a date was added at import (including the whole first and last day): ${{ count }}.`,
  converted: (count) =>
    msg`Values that were converted to the signal’s unit at import (including the whole first and last day): ${{ count }}.`,
  rounded: (count) =>
    msg`Values that were rounded at import (including the whole first and last day): ${{ count }}.`,
  cutTime: (count) =>
    msg`Values whose time stamp was truncated to milliseconds at import (including the whole first and last day): ${{ count }}.`,
  leftOut: (count) =>
    msg`Values that were left out at import (including the whole first and last day): ${{ count }}.`,
};

export const noteRemarks = (notes: readonly NoteSum[], translate: Translate): string[] =>
  notes.flatMap(({ kind, count }) => {
    const word = words[kind];
    return word ? [translate(word(count ?? translate(msg`number unknown`)))] : [];
  });

export function leftOutColumns({
  deliveries,
  notes,
}: Pick<ManifestContent, 'deliveries' | 'notes'>) {
  const names = deliveries.flatMap(({ dataType }) => signalsOf(dataType).map(({ name }) => name));
  return notes.leftOutColumns(new Set(names));
}

export function noteRows(content: ManifestContent): ManifestRow[] {
  const { retainedSince } = content.notes;
  const { repeated } = content.faults;
  const columns = leftOutColumns(content);
  return [
    ...(repeated > 0 ? [[msg`Rows received twice`, repeated]] : []),
    ...(retainedSince === null ? [] : [[msg`Kept since`, iso(retainedSince)]]),
    ...(columns.length > 0 ? [[msg`Columns left out at import`, columns.join(', ')]] : []),
  ];
}

const stillPersonal = [
  msg`These data are pseudonymised. They are still personal data: whoever knows one of the drives well can recognise it.`,
  msg`Two masked reports with the same drives can be linked by comparing the course of the drives. Reports on the same vehicle can be linked by its model and equipment, which are not masked, and by the places it often passes, if they are shown.`,
];

const always = [
  msg`The VIN is replaced by a pseudonym that is different in every report. Of the dates of production and registration only the year is shown.`,
  msg`Time stamps are whole 10 seconds, and each signal has at most one value in 10 seconds. Measured numbers are shown in steps, named with each signal; they are rounded up or down at random for each drive and signal. Odometer, energy meters, state of charge, range and temperatures count from zero at the beginning of each drive or day.`,
  msg`Left out are number plate, heading, altitude, steering, state of health, humidity, air pressure, service intervals, all other measured numbers without a step, and the maker’s own signals unless declared harmless. Of each drive with the time after it, 1 to 5 minutes at the beginning and at the end are left out.`,
];

const places = msg`Positions are moved by 2.5 km, in a secret direction that is the same for all drives of the vehicle, rounded to 0.05 degrees (about 5 km) and shown once in 5 minutes. Most places that are computed from them, even with the speeds and from many drives, are off by more than 1 km. No position is shown within 1 km of where a drive began or ended, nor in a square that was passed on fewer than 3 drives. Drawback: routes have gaps, and short drives have no positions.`;

const levels: Record<MaskingLevel, readonly MessageDescriptor[]> = {
  drives: [
    msg`Each drive, with the time after it until the next drive or midnight, is shown on a separate day, chosen at random, of a fictitious calendar. The date of a drive cannot be computed. Drawback: dates, days of the week and the sequence of drives are lost; times of day (UTC) and intervals within a drive stay correct to 10 seconds.`,
    msg`It protects from those who know the period of the request or the dates of some drives. It does not protect from those who recognise a drive by its times of day and its course. Whoever compares times of day can guess which drives followed each other and, if the driver has fixed habits, whether summer time was in force.`,
    places,
  ],
  strict: [
    msg`Each drive begins at midnight of a separate day, chosen at random, of a fictitious calendar. Neither its date nor its time of day nor its place in the sequence can be computed. Drawback: dates, times of day and the sequence of drives are lost; intervals within a drive stay correct to 10 seconds.`,
    msg`All positions are left out. It protects also from those who know when or where the vehicle was driven, but not from those who recognise the course of a drive by speed or charge.`,
  ],
  dated: [
    msg`The time stamps are the true ones, because the public sector body needs them for a public emergency (Art. 15(1)(a) and 18(4)). Whoever knows when the vehicle was driven can tell whose data these are, and reports on the same vehicle can be linked by their times.`,
    places,
  ],
};

export const maskingWords = (level: MaskingLevel): readonly MessageDescriptor[] => [
  ...stillPersonal,
  ...levels[level],
  ...always,
];

export const iso = (at: number) => new Date(at).toISOString();
export const isoOrNull = (at: number | null | undefined) =>
  at === null || at === undefined ? null : iso(at);
