import { createHash } from 'node:crypto';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { XmlDocument } from 'libxml2-wasm';
import { expect, test } from 'vitest';
import type { Row } from '#lib/encrypted-xlsx/cells.ts';
import { type Sheet, writeWorkbook } from '#lib/encrypted-xlsx/workbook.ts';
import { readWorkbook } from './read-workbook.ts';

/** A stream that collects its chunks in memory. */
function memoryStream() {
  const chunks: Uint8Array[] = [];
  const stream = new WritableStream<Uint8Array>({
    write: (chunk) => {
      chunks.push(chunk.slice());
    },
  });
  return { stream, bytes: () => Buffer.concat(chunks) };
}

const columns = ['Instant', 'Value', 'Note'].map((heading) => ({ heading, width: 20 }));
const cover = (): Sheet => ({ name: 'Manifest', columns: [], rows: [] });
const plenty = { rows: 1_048_576, bytes: 1e9 };

async function write(rows: Row[], limits = plenty, batch = 3) {
  async function* batches() {
    for (let start = 0; start < rows.length; start += batch) yield rows.slice(start, start + batch);
  }
  const memory = memoryStream();
  const sheets = [{ name: 'Data', columns, rows: batches() }];
  const written = await writeWorkbook({ sheets, cover }, memory.stream, limits);
  return { written, bytes: memory.bytes(), sheets: await readWorkbook(memory.bytes()) };
}

const awkward: Row[] = [
  ['2021-03-29T10:13:45.000Z', 0.1 + 0.2, 'plain'],
  ['a', Number.MAX_SAFE_INTEGER, ' edges kept '],
  ['b', 5e-324, 'line\nbreak\ttab'],
  ['c', 1.7976931348623157e308, 'carriage\rreturn'],
  ['d', -6.725523, 'null \u0000, bell \u0007, escape \u001b, \ufffe'],
  ['e', -1, 'literal _x000D_ and _X0041_'],
  ['f', 1e21, 'a < b && c > "d"'],
  ['g', 123456789.12345679, '😀 中文 zażółć'],
  ['h', 0, 'half a pair \ud83d.'],
  [null, null, null],
  ['', true, false],
];

test('every value is restored exactly', async () => {
  const { sheets } = await write(awkward);
  const [, data] = sheets;
  expect(data?.rows[0]).toEqual(['Instant', 'Value', 'Note']);
  expect(data?.rows[10]).toEqual([]);
  expect(data?.rows.slice(1).filter((row) => row.length > 0)).toEqual(
    awkward.filter(([first]) => first !== null),
  );
});

const MAIN = { x: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main' };

test('parts are numbered in the order of the sheets, as readers by position expect', async () => {
  const memory = memoryStream();
  const sheetWith = (name: string): Sheet => ({ name, columns: [], rows: [[[name]]] });
  const covers = ['Summary', 'Drives', 'Manifest'].map(sheetWith);
  const sheets = ['Trips', 'Battery'].map(sheetWith);
  await writeWorkbook({ sheets, covers: 3, cover: () => covers }, memory.stream);
  using book = await readPart(memory.bytes(), 'xl/workbook.xml');
  const names = book.find('//x:sheet/@name');
  expect(names).toEqual(['Summary', 'Drives', 'Manifest', 'Trips', 'Battery']);
  for (const [index, name] of names.entries()) {
    using part = await readPart(memory.bytes(), `xl/worksheets/sheet${index + 1}.xml`);
    expect(part.find('//x:c')).toEqual([name]);
  }
  const wrong = { sheets: [], covers: 2, cover: () => covers };
  await expect(writeWorkbook(wrong, memoryStream().stream)).rejects.toThrow('2 covers');
});

test('each cell has its reference, which streaming readers need', async () => {
  const { bytes } = await write([
    ['a', 1, null],
    [null, true, 'b'],
  ]);
  using part = await readPart(bytes, 'xl/worksheets/sheet2.xml');
  expect(part.find('//x:c/@r')).toEqual(['A1', 'B1', 'C1', 'A2', 'B2', 'B3', 'C3']);
  expect(part.find('//x:c[not(@r)]')).toEqual([]);
});

/** Reads a part of a workbook with libxml2. `find` returns the texts selected by an XPath. */
async function readPart(bytes: Uint8Array, name: string) {
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
  const entry = entries.find(({ filename }) => filename === name);
  if (!entry || entry.directory) throw new Error(`No part ${name}`);
  const document = XmlDocument.fromString(await entry.getData(new TextWriter()));
  return {
    find: (path: string) => document.find(path, MAIN).map(({ content }) => content),
    [Symbol.dispose]: () => document.dispose(),
  };
}

/** XPath of a cell; row and column count from 1. */
const cellAt = (row: number, column: number) => `//x:row[@r="${row}"]/x:c[${column}]`;

/** Format of a cell. */
async function formatOf(bytes: Uint8Array, sheet: string, cell: string) {
  using part = await readPart(bytes, sheet);
  using styles = await readPart(bytes, 'xl/styles.xml');
  const [style] = part.find(`${cell}/@s`);
  const format = `//x:cellXfs/x:xf[${Number(style) + 1}]`;
  const [font] = styles.find(`${format}/@fontId`);
  const [number] = styles.find(`${format}/@numFmtId`);
  return {
    isBold: styles.find(`//x:fonts/x:font[${Number(font) + 1}]/x:b`).length > 0,
    date: styles.find(`//x:numFmt[@numFmtId="${number}"]/@formatCode`)[0],
  };
}

test('an XML parser reads the same numbers and text, a bold heading and a frozen pane', async () => {
  const { bytes } = await write(awkward.slice(0, 3));
  using workbook = await readPart(bytes, 'xl/workbook.xml');
  expect(workbook.find('//x:sheet/@name')).toEqual(['Manifest', 'Data']);
  const path = (await readWorkbook(bytes))[1]?.path ?? '';
  using data = await readPart(bytes, path);
  expect(data.find('//x:row[@r="2"]/x:c')).toEqual((awkward[0] ?? []).map(String));
  expect(data.find('//x:pane[@state="frozen"]/@ySplit')).toEqual(['1']);
  expect(await formatOf(bytes, path, cellAt(1, 1))).toMatchObject({ isBold: true });
});

test('a sheet continues in further sheets, each with the heading row', async () => {
  const rows: Row[] = Array.from({ length: 7 }, (_, index) => [`t${index}`, index]);
  const { sheets, written } = await write(rows, { rows: 4, bytes: 1e9 });
  expect(sheets.map(({ name }) => name)).toEqual(['Manifest', 'Data', 'Data (2)', 'Data (3)']);
  expect(written.flat().map((sheet) => sheet.rows)).toEqual([3, 3, 1]);
  const data = sheets.slice(1);
  for (const sheet of data) expect(sheet.rows[0]).toEqual(['Instant', 'Value', 'Note']);
  expect(data.flatMap((sheet) => sheet.rows.slice(1))).toEqual(rows);
});

test('the row after 1,048,576 begins another sheet', async () => {
  function* batches() {
    const batch: Row[] = Array(1024).fill([]);
    for (let rows = 0; rows < 1024 * 1024; rows += batch.length) yield batch;
    yield [[], []];
  }
  const sheets = [{ name: 'Data', columns, rows: batches() }];
  const written = await writeWorkbook({ sheets, cover }, memoryStream().stream);
  // Together with the heading row: 1,048,576 and 4 rows.
  expect(written.flat().map(({ rows }) => rows)).toEqual([1_048_575, 3]);
});

test('rows that fill a sheet exactly do not begin another one', async () => {
  const rows: Row[] = Array.from({ length: 6 }, (_, index) => [`t${index}`, index]);
  const { written } = await write(rows, { rows: 4, bytes: 1e9 });
  expect(written.flat().map((sheet) => sheet.rows)).toEqual([3, 3]);
});

test('a sheet whose XML is too large continues in another one', async () => {
  const rows: Row[] = Array.from({ length: 5000 }, (_, index) => [
    `t${index}`,
    index,
    'x'.repeat(99),
  ]);
  const { written, sheets } = await write(rows, { rows: 1_048_576, bytes: 400_000 });
  expect(written.flat().length).toBeGreaterThan(1);
  expect(sheets.slice(1).flatMap((sheet) => sheet.rows.slice(1))).toEqual(rows);
});

test('a sheet without rows has only its heading row', async () => {
  const { written, sheets } = await write([]);
  expect(written).toMatchObject([[{ name: 'Data', rows: 0 }]]);
  expect(sheets[1]?.rows).toEqual([['Instant', 'Value', 'Note']]);
});

test.each([
  [
    'some columns have a heading',
    ['', 'Value'],
    [
      ['', 'Value'],
      [1, 2],
    ],
  ],
  ['no column has a heading', ['', ''], [[1, 2]]],
])('a sheet has the correct rows if %s', async (_, headings, rows) => {
  const memory = memoryStream();
  const columns = headings.map((heading) => ({ heading, width: 20 }));
  const sheets = [{ name: 'Data', columns, rows: [[[1, 2]]] }];
  await writeWorkbook({ sheets, cover }, memory.stream);
  expect((await readWorkbook(memory.bytes()))[1]?.rows).toEqual(rows);
});

test('the reported hash is that of the sheet in the file, even with many chunks', async () => {
  const many: Row[] = Array.from({ length: 30_000 }, (_, index) => [
    `row ${index}`,
    index / 7,
    'x',
  ]);
  const { written, sheets } = await write([...awkward, ...many]);
  expect(sheets[1]?.rows.slice(1 + awkward.length)).toEqual(many);
  expect(written[0]?.[0]?.sha256).toBe(
    createHash('sha256')
      .update(sheets[1]?.xml ?? '')
      .digest('hex'),
  );
});

test('text beyond the maximum length is truncated and marked', async () => {
  const { sheets } = await write([['long', 1, 'y'.repeat(40_000)]]);
  const cell = String(sheets[1]?.rows[1]?.[2]);
  expect(cell).toHaveLength(32_767);
  expect(cell.endsWith('y…')).toBe(true);
});

test('a failing source fails the workbook with its own error', async () => {
  async function* broken() {
    yield [['a', 1]] as Row[];
    throw new Error('the source broke');
  }
  const sheets = [{ name: 'Data', columns, rows: broken() }];
  await expect(writeWorkbook({ sheets, cover }, memoryStream().stream)).rejects.toThrow(
    'the source broke',
  );
});

test('names of sheets are made valid and unique', async () => {
  const memory = memoryStream();
  const long = 'Diagnostics/service: all [values] of the car';
  const sheets = [long, long, "'quoted'", 'MANIFEST'].map((name) => ({ name, columns, rows: [] }));
  await writeWorkbook({ sheets, cover }, memory.stream);
  const names = (await readWorkbook(memory.bytes())).map(({ name }) => name);
  expect(names).toEqual([
    'Manifest (2)',
    'Diagnostics service  all  value',
    'Diagnostics service  all  v (2)',
    'quoted',
    'MANIFEST',
  ]);
});

test('an XML parser reads dates to the millisecond, links, chart and page', async () => {
  const reading = Date.parse('2026-03-29T03:00:00.001Z');
  const early = Date.parse('0001-01-01T00:00:00Z');
  const memory = memoryStream();
  const chart = {
    title: 'Heights & <more>',
    nameColumn: 'A',
    heightColumn: 'B',
    rows: [2, 3],
    area: { columns: [3, 9], rows: [1, 12] },
  } as const;
  const rows: Row[] = [
    [
      { reading, shown: 'local' },
      { reading, shown: 'utc' },
      { link: 'back', sheet: "It's" },
    ],
    [{ reading: early, shown: 'local' }, { reading: early, shown: 'utc' }, null],
  ];
  const front = { name: "It's", columns: [], rows: [], onePage: true };
  await writeWorkbook(
    { sheets: [{ name: 'Data', columns, rows: [rows], chart }], cover: () => [front] },
    memory.stream,
  );
  const parts = await readWorkbook(memory.bytes());
  const [coverPath = '', path = ''] = parts.map((part) => part.path);
  using data = await readPart(memory.bytes(), path);
  const DAY = 86_400_000;
  for (const column of [1, 2]) {
    const [value] = data.find(`${cellAt(2, column)}/x:v`);
    // Excel counts days since 1899-12-30.
    expect(Math.abs((Number(value) - 25_569) * DAY - reading)).toBeLessThan(0.5);
    expect(await formatOf(memory.bytes(), path, cellAt(2, column))).toMatchObject({
      date: expect.stringMatching(/^yyyy.*ss\.000/),
    });
  }
  expect(data.find(cellAt(3, 1))).toEqual(['0001-01-01T00:00:00.000']);
  expect(data.find(cellAt(3, 2))).toEqual(['0001-01-01T00:00:00.000Z']);
  expect(parts[1]?.xml).toContain(`<hyperlink ref="C2" location="'It''s'!A1"/>`);
  expect(parts[1]?.xml).toContain('<drawing r:id="drawing"/>');
  using coverSheet = await readPart(memory.bytes(), coverPath);
  expect(coverSheet.find('//x:pageSetUpPr/@fitToPage')).toEqual(['1']);
  expect(coverSheet.find('//x:pageSetup/@fitToHeight')).toEqual(['1']);
});
