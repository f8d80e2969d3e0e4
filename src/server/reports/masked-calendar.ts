import { createHmac } from 'node:crypto';
import type { TimeRange } from '#server/vehicles/vehicle-source.ts';
import type { Drive } from './drives.ts';

const DAY = 24 * 60 * 60 * 1000;

export const FIRST_MASKED_DAY = Date.UTC(2000, 0, 1);

/** Time range, and the times that the report shows for it, ms since the epoch. */
export interface Piece {
  range: TimeRange;
  instant(at: number): number;
}

/**
 * Splits time ranges before each drive and, between drives, at each midnight (UTC). Shuffles the
 * pieces by the key, and puts each on separate days of a fictitious calendar. The shown times
 * reveal neither the date nor the order of two pieces, because each piece has its own offset.
 * @param keepsTimeOfDay if false, each drive begins at midnight. Other pieces are cut and begin at
 *   a secret time of day, because a midnight would reveal the time of day
 */
export function maskedCalendar(
  ranges: readonly TimeRange[],
  drives: readonly Drive[],
  key: Buffer,
  keepsTimeOfDay: boolean,
): Piece[] {
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  const secretTime = (at: number) => digest(`time ${at}`).readUIntBE(0, 6) % DAY;
  const cutAt = keepsTimeOfDay
    ? (night: number) => night
    : (night: number) => night + secretTime(night);
  const tryStart = new Set(drives.map(({ from }) => from));
  const originOf = ({ from }: TimeRange) => {
    if (keepsTimeOfDay) return startOfDay(from);
    return tryStart.has(from) ? from : from - secretTime(from);
  };
  const shuffled = ranges
    .flatMap((range) => piecesOf(range, drives, cutAt))
    .map((range) => ({ range, rank: digest(`${range.from}`).toString('hex') }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  let day = FIRST_MASKED_DAY;
  return shuffled.map(({ range }) => {
    const origin = originOf(range);
    const shown = day - origin;
    day += Math.ceil((range.to - origin) / DAY) * DAY;
    return { range, instant: (at) => at + shown };
  });
}

const startOfDay = (at: number) => Math.floor(at / DAY) * DAY;

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
