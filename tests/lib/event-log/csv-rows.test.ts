import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRows } from '#lib/event-log/csv-rows.ts';

async function* cut(text: string, size: number) {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

async function rowsIn(text: string, size = 3) {
  const rows = [];
  for await (const row of csvRows(cut(text, size))) rows.push(row);
  return rows;
}

test('any table comes back as csv-parse reads it, wherever the text is cut', async () => {
  const cell = fc.stringMatching(/^[a,"é\n\r 1]{0,6}$/);
  const tables = fc.integer({ min: 2, max: 4 }).chain((width) =>
    fc.record({
      rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }),
      end: fc.constantFrom('\n', '\r\n'),
      size: fc.integer({ min: 1, max: 9 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(tables, async ({ rows, end, size }) => {
      const quoted = (text: string) =>
        /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
      const text = rows.map((row) => row.map(quoted).join(',') + end).join('');
      const read = (await rowsIn(text, size)).map(({ cells }) => cells);
      expect(read).toEqual(rows);
      expect(read).toEqual(parse(text));
    }),
    { seed: 7, numRuns: 300 },
  );
});

test('a row tells the line on which it ends', async () => {
  expect(await rowsIn('\uFEFFa,b\r\n\r\n"x\ny",2\n3,4')).toEqual([
    { cells: ['a', 'b'], line: 1 },
    { cells: ['x\ny', '2'], line: 4 },
    { cells: ['3', '4'], line: 5 },
  ]);
});

test.each([
  ['Fall;Schritt;Zeit\n1;a,b;c\n', ['Fall', 'Schritt', 'Zeit'], ['1', 'a,b', 'c']],
  ['\uFEFF\r\n"a,b,c";d\r\n1;2\r\n', ['a,b,c', 'd'], ['1', '2']],
  ['a\tb, c\td\n1\t2;3\t4', ['a', 'b, c', 'd'], ['1', '2;3', '4']],
  ['"a;b;c",d\n1,2', ['a;b;c', 'd'], ['1', '2']],
  ['a,b;c\n1,2;3', ['a', 'b;c'], ['1', '2;3']],
])('%j has the cells that its headings have the most signs between', async (text, ...cells) => {
  for (const size of [1, 3, 100])
    expect((await rowsIn(text, size)).map((row) => row.cells)).toEqual(cells);
});

test.each([
  ['a,b\n1,2,3\n', 'no CSV: line 2: 3 cells stand where 2 are to'],
  ['a,b\n1,"2"3\n', 'no CSV: line 2: a quote stands inside a cell'],
  ['a,b\n1,2"3\n', 'no CSV: line 2: a quote stands inside a cell'],
  ['a,b\n1,"2\n', 'no CSV: line 3: a quote is never closed'],
  [`a\n"${'x'.repeat(1024 * 1024)}`, 'no CSV: line 2: a row has no end'],
])('%.20j is refused in words', async (text, words) => {
  await expect(rowsIn(text, 100_000)).rejects.toThrow(words);
});
