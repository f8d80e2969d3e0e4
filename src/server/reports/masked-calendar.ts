import { createHmac } from 'node:crypto';
import type { MaskingLevel } from '#contract/data-types.ts';
import { DAY, SECOND } from '#lib/words/durations.ts';
import type { Drive } from '#server/reports/drives.ts';
import type { TimeRange } from '#server/vehicles/vehicle-source.ts';

/**
 * Limits of the secret duration by which each piece is shortened at both ends, because the ends
 * would reveal where and when a drive began.
 */
const MIN_CUT = 60 * SECOND;
const MAX_CUT = 300 * SECOND;

export const FIRST_MASKED_DAY = Date.UTC(2000, 0, 1);
/** Precision of the time stamps in masked reports, and the shortest interval between two values. */
export const MASKED_INTERVAL = 10 * SECOND;

export interface Piece {
  range: TimeRange;
  /** Start of the drive or day; the same in every report, unlike the ends of the range. */
  begin: number;
  instant(at: number): number;
}

/**
 * Splits time ranges before each drive and, between drives, at each midnight (UTC). Except at the
 * level `dated`, shuffles the pieces by the key, and puts each on separate days of a fictitious
 * calendar. The shown times reveal neither the date nor the order of two pieces, because each piece
 * has its own offset. At the level `strict`, each drive begins at midnight. Time between drives is
 * split, and begins, at secret times of day, because a split at midnight would reveal the time.
 */
export function maskedCalendar(
  ranges: readonly TimeRange[],
  drives: readonly Drive[],
  key: Buffer,
  level: MaskingLevel,
): Piece[] {
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  const secret = (text: string, below: number) => digest(text).readUIntBE(0, 6) % below;
  const secretTime = (at: number) => secret(`time ${at}`, DAY);
  const cutOf = (edge: 'from' | 'to', at: number) =>
    MIN_CUT + secret(`cut ${edge} ${at}`, MAX_CUT - MIN_CUT);
  const isStrict = level === 'strict';
  const cutAt = (night: number) => (isStrict ? night + secretTime(night) : night);
  const starts = new Set(drives.map(({ from }) => from));
  const pieces = ranges
    .flatMap((range) => piecesOf(range, drives, cutAt))
    .map(({ from, to }) => ({
      isDrive: starts.has(from),
      begin: starts.has(from) ? from : startOfDay(from),
      range: { from: from + cutOf('from', from), to: to - cutOf('to', to) },
    }))
    .filter(({ range }) => range.from < range.to);
  const shiftedBy = ({ range, begin }: Omit<Piece, 'instant'>, shift: number): Piece => {
    // Times are rounded differently in each report. Values are rounded alike, because otherwise
    // their mean over many reports would be exact.
    const shown = shift + secret(`phase ${range.from}`, MASKED_INTERVAL);
    const instant = (at: number) => Math.floor((at + shown) / MASKED_INTERVAL) * MASKED_INTERVAL;
    return { range, begin, instant };
  };
  if (level === 'dated') return pieces.map((piece) => shiftedBy(piece, 0));
  const shuffled = pieces
    .map((piece) => ({ ...piece, rank: digest(`${piece.range.from}`).toString('hex') }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  let day = FIRST_MASKED_DAY;
  return shuffled.map((piece) => {
    const { isDrive, range } = piece;
    const { from } = range;
    const origin = isStrict ? from - (isDrive ? 0 : secretTime(from)) : startOfDay(from);
    const shift = day - origin;
    day += Math.ceil((range.to + MASKED_INTERVAL - origin) / DAY) * DAY;
    return shiftedBy(piece, shift);
  });
}

export const startOfDay = (at: number) => Math.floor(at / DAY) * DAY;

function piecesOf(
  { from, to }: TimeRange,
  drives: readonly Drive[],
  cutAt: (night: number) => number,
): TimeRange[] {
  const cuts: number[] = [];
  let clear = from;
  const cutNights = (until: number) => {
    for (let night = startOfDay(clear) + DAY; cutAt(night) < until; night += DAY)
      cuts.push(cutAt(night));
  };
  for (const drive of drives) {
    if (drive.from < from || drive.from >= to) continue;
    cutNights(drive.from);
    cuts.push(drive.from);
    clear = drive.to;
  }
  cutNights(to);
  const edges = [from, ...cuts.filter((cut) => cut > from), to];
  return edges.slice(1).map((end, index) => ({ from: edges[index] as number, to: end }));
}
