import { foldText } from '#lib/words/fold.ts';
import type { ComparedField } from '#ui/application/file-links.tsx';
import type { Wanted } from './comparison.ts';
import {
  type Box,
  boxOf,
  isSpace,
  linesOf,
  type Measure,
  type PageText,
  type Sign,
} from './text-lines.ts';

interface Word {
  text: string;
  line: readonly Sign[];
  from: number;
  to: number;
}

export function findFields(page: PageText, wanted: Wanted, measure: Measure) {
  const lines = linesOf(page);
  const boxes = (signs: readonly Sign[]) => boxOf(page, signs, measure);
  return {
    name: wanted.name ? findName(lines, wanted.name).map(boxes) : [],
    vin: wanted.vin ? findVin(lines, foldText(wanted.vin)).map(boxes) : [],
  } satisfies Record<ComparedField, Box[]>;
}

/** Letters of scripts that are written without spaces between words. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+$/u;
/** Shorter names occur in too many other texts, so first and last name must be adjacent. */
const MIN_LETTERS = 3;

function findName(lines: readonly Sign[][], name: NonNullable<Wanted['name']>): Sign[][] {
  const first = wordsOf(name.firstName);
  const middle = wordsOf(name.middleName);
  const last = wordsOf(name.lastName);
  const words = lines.flatMap(wordsIn);
  if (last.length === 0) return [];
  if (first.length === 0) {
    const isDistinct = last.join('').length >= MIN_LETTERS || UNSPACED.test(last.join(''));
    const [found] = isDistinct ? placesOf(words, last) : [];
    return found ? signsOf(words, found) : [];
  }
  const joined = [...last, ...first].join('');
  if (UNSPACED.test(joined)) {
    const fullNames = [joined, [...first, ...last].join('')];
    const at = words.findIndex(({ text }) => fullNames.includes(text));
    if (at >= 0) return signsOf(words, { from: at, to: at + 1 });
  }
  const isShort = [first, last].some((part) => part.join('').length < MIN_LETTERS);
  const pairs = placesOf(words, first)
    .flatMap((a) => placesOf(words, last).map((b) => ({ a, b, between: spanBetween(a, b) })))
    .filter(({ a, b }) => a.to <= b.from || b.to <= a.from)
    .sort((left, right) => size(left.between) - size(right.between));
  const [pair] = pairs;
  if (!pair) return [];
  const { a, b, between } = pair;
  const texts = words.slice(between.from, between.to).map(({ text }) => text);
  const span = { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
  const isOneLine = words[span.from]?.line === words[span.to - 1]?.line;
  if (isOneLine && (texts.length === 0 || texts.join(' ') === middle.join(' ')))
    return signsOf(words, span);
  return isShort ? [] : [...signsOf(words, a), ...signsOf(words, b)];
}

interface Span {
  from: number;
  to: number;
}

const size = ({ from, to }: Span) => to - from;
const spanBetween = (a: Span, b: Span): Span => ({
  from: Math.min(a.to, b.to),
  to: Math.max(a.from, b.from),
});

/** Maximum number of occurrences of a name, because all pairs of occurrences are compared. */
const MAX_PLACES = 50;

function placesOf(words: readonly Word[], sought: readonly string[]): Span[] {
  const places: Span[] = [];
  for (let from = 0; from + sought.length <= words.length; from++) {
    const { line } = words[from] as Word;
    if (
      sought.every((text, at) => words[from + at]?.text === text && words[from + at]?.line === line)
    )
      places.push({ from, to: from + sought.length });
    if (places.length === MAX_PLACES) break;
  }
  return places;
}

function signsOf(words: readonly Word[], { from, to }: Span): Sign[][] {
  const [first, last] = [words[from], words[to - 1]];
  return first && last ? [first.line.slice(first.from, last.to)] : [];
}

/** Spaces within the number are allowed, but no letter or digit directly before or after it. */
function findVin(lines: readonly Sign[][], vin: string): Sign[][] {
  for (const line of lines) {
    const places = line.flatMap(({ letter }, at) => (letter === ' ' ? [] : [at]));
    const text = places.map((at) => line[at]?.letter).join('');
    for (let found = text.indexOf(vin); found >= 0; found = text.indexOf(vin, found + 1)) {
      const from = places[found] ?? 0;
      const to = (places[found + vin.length - 1] ?? 0) + 1;
      if (isSpace(line[from - 1]) && isSpace(line[to])) return [line.slice(from, to)];
    }
  }
  return [];
}

const wordsOf = (text: string | undefined) =>
  foldText(text ?? '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

function wordsIn(line: readonly Sign[]): Word[] {
  const words: Word[] = [];
  let from = 0;
  for (let at = 0; at <= line.length; at++) {
    if (!isSpace(line[at])) continue;
    const text = line
      .slice(from, at)
      .map(({ letter }) => letter)
      .join('');
    if (text) words.push({ text, line, from, to: at });
    from = at + 1;
  }
  return words;
}
