/** What can be known of a signal's values beside the values themselves. */
export const noteKinds = [
  /** The vehicle has no such equipment. */
  'notEquipped',
  /** Values before `last` are not kept any more. */
  'notKept',
  /** A column of the maker's that no import took. */
  'leftOut',
  /** Values outside the signal's range, dropped at import, or delivered as they came. */
  'outOfRange',
  'keptOutOfRange',
  /** Values whose date was lost and is that of the row before. */
  'reconstructed',
  /** Values whose instant was finer than a millisecond. */
  'cutTime',
] as const;
export type NoteKind = (typeof noteKinds)[number];

export interface SignalNote {
  /** VSS name, or that of a column that is no signal; empty of every signal. */
  name: string;
  kind: NoteKind;
  /** Number of values; null where it is not known. */
  count: number | null;
  /** First and last instant of them, ms since the epoch; null of any time. */
  first: number | null;
  last: number | null;
}

/** Tests that a note is about a range: one of its ends lies in it, or it holds of any time. */
export function isNoteOf(
  { kind, first, last }: SignalNote,
  { from, to }: { from: number; to: number },
): boolean {
  if (kind === 'notKept') return last === null || last > from;
  const ends = [first, last].filter((at) => at !== null);
  return ends.length === 0 || ends.some((at) => at >= from && at < to);
}
