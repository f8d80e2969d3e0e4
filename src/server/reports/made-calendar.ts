import { createHmac } from 'node:crypto';
import type { TimeRange } from '#server/vehicles/vehicle-source.ts';
import type { Drive } from './drives.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The first day of the calendar in which a masked report shows its drives. */
export const FIRST_MADE_DAY = Date.UTC(2000, 0, 1);

/** A piece of time, and how its instants are shown; ms since the epoch. */
export interface Piece {
  range: TimeRange;
  instant(at: number): number;
}

/**
 * Cuts ranges of time before each drive and at each midnight (UTC) between drives, and puts the
 * pieces in an order that only the key tells, each on days of its own in a made calendar. Neither
 * the date nor the order of two pieces can be computed from what is shown: there is no shift.
 * @param keepsTimeOfDay without it, each drive begins at midnight, and what lies between drives is
 * cut, and begins, at a time of day that only the key tells: a midnight would tell it
 */
export function madeCalendar(
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
  const starts = new Set(drives.map(({ from }) => from));
  const originOf = ({ from }: TimeRange) => {
    if (keepsTimeOfDay) return startOfDay(from);
    return starts.has(from) ? from : from - secretTime(from);
  };
  const shuffled = ranges
    .flatMap((range) => piecesOf(range, drives, cutAt))
    .map((range) => ({ range, rank: digest(`${range.from}`).toString('hex') }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  let day = FIRST_MADE_DAY;
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
