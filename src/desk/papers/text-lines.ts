import { foldText } from '#lib/words/fold.ts';

interface Vector {
  x: number;
  y: number;
}

/** Text drawn in one operation. Lengths are in page units; the origin is at the top left. */
export interface TextRun {
  text: string;
  /** Start of the baseline; unit vectors along the baseline and towards the top of the letters. */
  start: Vector;
  along: Vector;
  up: Vector;
  length: number;
  size: number;
  isRightToLeft: boolean;
  /** Generic font family, to measure a part of the text. */
  family: string;
}

export interface PageText {
  width: number;
  height: number;
  runs: readonly TextRun[];
}

/** Shares of the width and height of the page. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns the width of a text in any unit that is proportional to its length on the page. */
export type Measure = (text: string, family: string) => number;

/** A folded letter or digit, or a space, with its place in a run. */
export interface Sign {
  letter: string;
  run: TextRun;
  from: number;
  to: number;
}

export const isSpace = (sign: Sign | undefined) => sign === undefined || sign.letter === ' ';

export function linesOf({ width, height, runs }: PageText): Sign[][] {
  const lines: Sign[][] = [];
  let previous: TextRun | undefined;
  for (const run of runs) {
    const { x, y } = middleOf(run);
    // Text outside the page is invisible.
    if (x < 0 || y < 0 || x > width || y > height) continue;
    const joint = previous ? jointOf(previous, run) : 'apart';
    if (joint === 'apart') lines.push([]);
    const line = lines.at(-1) as Sign[];
    if (joint === 'spaced') line.push({ letter: ' ', run, from: 0, to: 0 });
    for (const sign of signsIn(run)) line.push(sign);
    previous = run;
  }
  return lines;
}

function signsIn(run: TextRun): Sign[] {
  let to = 0;
  return [...run.text].flatMap((character) => {
    const from = to;
    to += character.length;
    return [...foldText(character)].map((letter) => ({
      letter: /[\p{L}\p{N}]/u.test(letter) ? letter : ' ',
      run,
      from,
      to,
    }));
  });
}

/** Limits of gaps within a line, as multiples of the font size. */
const OVERLAP = -0.3;
const WORD_GAP = 0.15;
const LINE_GAP = 3;

function jointOf(before: TextRun, next: TextRun): 'joined' | 'spaced' | 'apart' {
  const size = Math.max(before.size, next.size);
  const step = { x: next.start.x - before.start.x, y: next.start.y - before.start.y };
  const isAligned =
    dot(before.along, next.along) > 0.99 && Math.abs(dot(step, before.up)) < 0.3 * size;
  const isMixed = before.isRightToLeft || next.isRightToLeft;
  const forwards = dot(step, before.along);
  const gap = (isMixed && forwards < 0 ? -forwards - next.length : forwards - before.length) / size;
  if (!isAligned || gap < OVERLAP || gap > LINE_GAP) return 'apart';
  return isMixed || gap > WORD_GAP ? 'spaced' : 'joined';
}

const dot = (a: Vector, b: Vector) => a.x * b.x + a.y * b.y;

/** Ascender and descender of usual fonts, as multiples of the font size. */
const ASCENT = 0.9;
const DESCENT = -0.25;

const middleOf = (run: TextRun) => pointOf(run, run.length / 2, (run.size * ASCENT) / 2);

const pointOf = ({ start, along, up }: TextRun, forwards: number, upwards: number): Vector => ({
  x: start.x + forwards * along.x + upwards * up.x,
  y: start.y + forwards * along.y + upwards * up.y,
});

export function boxOf({ width, height }: PageText, signs: readonly Sign[], measure: Measure): Box {
  const points = [...Map.groupBy(signs, ({ run }) => run)].flatMap(([run, own]) => {
    const letters = own.filter(({ letter }) => letter !== ' ');
    if (letters.length === 0) return [];
    const [from, to] = partOf(run, letters, measure);
    return [from, to].flatMap((forwards) => [
      pointOf(run, forwards, run.size * ASCENT),
      pointOf(run, forwards, run.size * DESCENT),
    ]);
  });
  const [xs, ys] = [points.map(({ x }) => x / width), points.map(({ y }) => y / height)];
  const [left, top] = [Math.max(0, Math.min(...xs)), Math.max(0, Math.min(...ys))];
  return {
    left,
    top,
    width: Math.min(1, Math.max(...xs)) - left,
    height: Math.min(1, Math.max(...ys)) - top,
  };
}

/**
 * Start and end of letters within their run; of the whole run if it is right-to-left, because the
 * order of its letters is then unknown.
 */
function partOf(run: TextRun, letters: readonly Sign[], measure: Measure): [number, number] {
  const { text, length, family, isRightToLeft } = run;
  const width = measure(text, family);
  if (isRightToLeft || width === 0) return [0, length];
  const widthTo = (end: number) => (length * measure(text.slice(0, end), family)) / width;
  return [
    widthTo(Math.min(...letters.map(({ from }) => from))),
    widthTo(Math.max(...letters.map(({ to }) => to))),
  ];
}
