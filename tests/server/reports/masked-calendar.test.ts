import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#lib/words/durations.ts';
import { maskedCalendar } from '#server/reports/masked-calendar.ts';

const from = Date.UTC(2026, 2, 2);
const to = from + 14 * DAY;
const drives = Array.from({ length: 14 }, (_, day) => {
  const start = from + day * DAY + 8 * HOUR + day * MINUTE;
  return { from: start, to: start + HOUR / 2 };
});
const key = Buffer.alloc(32, 7);

/** A vehicle that also sends while parked: real and shown instants by piece. */
function pieces(level: 'drives' | 'strict') {
  return maskedCalendar([{ from, to }], drives, key, level).map(({ range, instant }) =>
    Array.from({ length: Math.ceil((range.to - range.from) / MINUTE) }, (_, minute) => {
      const real = range.from + minute * MINUTE;
      return { real, shown: instant(real) };
    }),
  );
}

type Sent = ReturnType<typeof pieces>[number];

/** Guesses of an attacker about how pieces are cut. */
const guesses: Record<string, (row: Sent[number], piece: Sent) => number> = {
  'the shown time is the real time': ({ shown }) => shown,
  'a piece begins at midnight': ({ shown }, piece) => shown - (piece[0]?.shown ?? 0),
  'a piece ends at midnight': ({ shown }, piece) => shown - (piece.at(-1)?.shown ?? 0) - MINUTE,
};

describe('without times of day', () => {
  test.each(Object.keys(guesses))('an attacker is wrong to assume that %s', (name) => {
    const all = pieces('strict');
    const right = all.flatMap((piece) =>
      piece.filter((row) => {
        const off = (guesses[name]?.(row, piece) ?? 0) - row.real;
        return Math.abs(off - Math.round(off / DAY) * DAY) < 5 * MINUTE;
      }),
    );
    // The end of the range is a known midnight.
    expect(right.length / all.flat().length).toBeLessThan(0.1);
  });
});

test('the time cut from the end of a piece does not reveal the time cut from the next piece', () => {
  const ranges = maskedCalendar([{ from, to }], drives, key, 'dated').map(({ range }) => range);
  const joins = drives.map((drive) => {
    const end = Math.max(...ranges.map((range) => range.to).filter((at) => at < drive.from));
    const begin = Math.min(...ranges.map((range) => range.from).filter((at) => at > drive.from));
    return [drive.from - end, begin - drive.from];
  });
  expect(joins.filter(([one, other]) => one === other)).toEqual([]);
});
