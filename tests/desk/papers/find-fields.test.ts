import { describe, expect, test } from 'vitest';
import type { Wanted } from '#desk/papers/comparison.ts';
import { findFields } from '#desk/papers/find-fields.ts';
import type { Box, PageText, TextRun } from '#desk/papers/text-lines.ts';

const SIZE = 10;
/** A run whose letters are half as wide as high. */
const run = (text: string, x: number, y: number, others: Partial<TextRun> = {}): TextRun => ({
  text,
  start: { x, y },
  along: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  length: (text.length * SIZE) / 2,
  size: SIZE,
  isRightToLeft: false,
  family: 'serif',
  ...others,
});
const page = (...runs: TextRun[]): PageText => ({ width: 500, height: 800, runs });

const VIN = 'WEXTR4E19R0048213';
const name = (firstName: string, lastName: string, middleName?: string) => ({
  firstName,
  lastName,
  middleName,
});
const anna: Wanted = { name: name('Anna', 'Nowak', 'Maria'), vin: VIN };
const find = (text: PageText, wanted = anna) => findFields(text, wanted, (part) => part.length);

/** Boxes in units of the page: left, top, right and bottom. */
const rectangles = (text: PageText, wanted = anna) => {
  const edges = ({ left, top, width, height }: Box) =>
    [
      left * text.width,
      top * text.height,
      (left + width) * text.width,
      (top + height) * text.height,
    ].map((edge) => Math.floor(edge + 0.001));
  const { name: names, vin } = find(text, wanted);
  return { name: names.map(edges), vin: vin.map(edges) };
};

describe('a field is framed where the page contains it', () => {
  test('within a line', () => {
    const text = page(run('Holder: Anna Nowak', 50, 100), run(`VIN: ${VIN}.`, 50, 130));
    expect(rectangles(text)).toEqual({
      name: [[90, 91, 140, 102]],
      vin: [[75, 121, 160, 132]],
    });
  });

  test('each part of the name, if the parts are in separate fields', () => {
    const text = page(run('NOWAK', 20, 190), run('ANNA', 220, 190));
    expect(rectangles(text).name).toEqual([
      [220, 181, 240, 192],
      [20, 181, 45, 192],
    ]);
  });

  test('with the middle name between its parts', () => {
    const text = page(run('Nowak, Anna', 20, 50), run('Anna Maria Nowak', 20, 100));
    expect(rectangles(text).name).toEqual([[20, 41, 75, 52]]);
    const other = page(run('Anna Maria Nowak', 20, 100));
    expect(rectangles(other).name).toEqual([[20, 91, 100, 102]]);
  });

  test('without accents and case', () => {
    const wanted = { name: name('Łukasz', 'Müller-Strauß'), vin: VIN.toLowerCase() };
    const text = page(run('LUKASZ MULLER STRAUSS', 0, 20), run(VIN, 0, 50));
    expect(rectangles(text, wanted)).toEqual({ name: [[0, 11, 105, 22]], vin: [[0, 41, 85, 52]] });
    const accents = page(run('Łukasz Mu\u0308ller-Strauß', 0, 20));
    expect(find(accents, wanted).name).toHaveLength(1);
  });

  test('split into several runs', () => {
    const text = page(run('An', 0, 20), run('na ', 10, 20), run('Nowak', 25, 20));
    expect(rectangles(text).name).toEqual([[0, 11, 50, 22]]);
    const cells = [...VIN].map((letter, at) => run(letter, at * 20, 60));
    expect(rectangles(page(...cells)).vin).toEqual([[0, 51, 325, 62]]);
    expect(rectangles(page(run('WEXTR4E19 R0048213', 0, 60))).vin).toEqual([[0, 51, 90, 62]]);
  });

  test('on a page that is turned', () => {
    const upwards = { along: { x: 0, y: -1 }, up: { x: -1, y: 0 } };
    const text = page(run('Anna Nowak', 100, 400, upwards));
    expect(rectangles(text).name).toEqual([[91, 350, 102, 400]]);
  });

  test('as the whole run, if it is written from right to left', () => {
    const wanted = { name: name('מרים', 'כהן'), vin: null };
    const text = page(run('שם: מרים כהן', 100, 40, { isRightToLeft: true }));
    expect(rectangles(text, wanted).name).toEqual([[100, 31, 160, 42]]);
  });

  test('without a space, in scripts that have none', () => {
    const wanted = { name: name('伟', '王'), vin: null };
    expect(rectangles(page(run('姓名：王伟', 0, 20)), wanted).name).toEqual([[15, 11, 25, 22]]);
    expect(find(page(run('姓名：王伟强', 0, 20)), wanted).name).toEqual([]);
  });

  test('for a person with one name', () => {
    const wanted = { name: name('', 'Suharto'), vin: null };
    expect(find(page(run('SUHARTO', 0, 20)), wanted).name).toHaveLength(1);
    expect(find(page(run('Li', 0, 20)), { name: name('', 'Li'), vin: null }).name).toEqual([]);
  });
});

test.each<[string, ...TextRun[]]>([
  ['another VIN', run(VIN.replace('8213', '8214'), 0, 20)],
  ['a longer number', run(`${VIN}4`, 0, 20)],
  ['a number that goes on in the next run', run(VIN, 0, 20), run('4', 85, 20)],
  ['halves on two lines', run('WEXTR4E19', 0, 20), run('R0048213', 0, 40)],
  ['halves far apart', run('WEXTR4E19', 0, 20), run('R0048213', 300, 20)],
  ['halves in the wrong order', run('R0048213', 50, 20), run('WEXTR4E19', 0, 20)],
  ['text beside the page', run(VIN, 600, 20), run('Anna Nowak', 0, -20)],
  ['the first name alone', run('Anna Nowacka', 0, 20)],
  ['names within other words', run('Annabelle Nowakowski', 0, 20)],
  ['nothing'],
])('there is no frame for %s', (_, ...runs) => {
  expect(find(page(...runs))).toEqual({ name: [], vin: [] });
});

test('short names must be adjacent', () => {
  const wanted = { name: name('Bo', 'Li'), vin: null };
  expect(find(page(run('Li Bo', 0, 20)), wanted).name).toHaveLength(1);
  expect(find(page(run('Li', 0, 20), run('Bo', 200, 20)), wanted).name).toEqual([]);
});

test('a page of many words takes little time', () => {
  const runs = Array.from({ length: 5000 }, (_, at) => run('Anna Nowak Anna Anna', 0, at));
  const start = performance.now();
  find(page(...runs), { ...anna, vin: 'A'.repeat(17) });
  expect(performance.now() - start).toBeLessThan(1000);
});
