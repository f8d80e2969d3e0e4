// @vitest-environment jsdom
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { attributeTypes, type LoggedCase } from '#lib/event-log/event-log.ts';
import { readCsvLog } from '#lib/event-log/read-csv.ts';
import { readXes } from '#lib/event-log/read-xes.ts';
import { writeOcelJson } from '#lib/event-log/write-ocel-json.ts';
import { writeOcelSqlite } from '#lib/event-log/write-ocel-sqlite.ts';
import { writeXes } from '#lib/event-log/write-xes.ts';

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

const string = (key: string, value: string) => ({ type: 'string', key, value }) as const;
const sent = (name: string, time: string, ...others: LoggedCase['events'][number]) => [
  string('concept:name', name),
  { type: 'date', key: 'time:timestamp', value: time } as const,
  ...others,
];

const log: LoggedCase[] = [
  {
    attributes: [string('concept:name', 'A'), { type: 'boolean', key: 'urgent', value: 'true' }],
    events: [
      sent('file', '2026-03-29T01:30:00.125+01:00', string('org:resource', 'anna')),
      sent('file.again', '2026-03-29T03:30:00+02:00', { type: 'int', key: 'size', value: '7' }),
      sent('file-again', '2026-03-29T03:31:00+02:00', string('size', 'large')),
    ],
  },
  { attributes: [string('concept:name', 'B & <"C">')], events: [] },
];

/** A text cut at every so many characters, as a stream may bring it. */
async function* cut(text: string, size: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const value of values) read.push(value);
  return read;
}

const textOf = async (parts: AsyncIterable<string>) => (await all(parts)).join('');
const readBack = (text: string, size = 7) => all(readXes(cut(text, size)));

describe('XES', () => {
  test('has its extensions, its classifier and what every event has', async () => {
    const text = await textOf(writeXes(each(log)));
    const document = new DOMParser().parseFromString(text, 'application/xml');
    expect(document.querySelector('parsererror')).toBeNull();
    const names = [...document.documentElement.children].map(({ localName }) => localName);
    expect(names.slice(0, 7)).toEqual([
      ...Array(4).fill('extension'),
      ...Array(2).fill('global'),
      'classifier',
    ]);
    expect(names.slice(7)).toEqual(['trace', 'trace']);
    expect(document.documentElement.getAttribute('xes.version')).toBe('1849.2016');
  });

  test('times keep their zone, words every character, however the file comes', async () => {
    const text = await textOf(writeXes(each(log)));
    for (const size of [1, 7, 100_000]) expect(await readBack(text, size)).toEqual(log);
  });

  test('any log comes back as it was', async () => {
    const value = fc.string({ unit: 'binary' }).map((text) =>
      // XML 1.0 has no way to say the others.
      [...text]
        .filter((one) => /[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(one))
        .join(''),
    );
    const attribute = fc.record({ type: fc.constantFrom(...attributeTypes), key: value, value });
    const attributes = fc.array(attribute, { maxLength: 4 });
    const logs = fc.array(fc.record({ attributes, events: fc.array(attributes) }), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(logs, async (any) => {
        expect(await readBack(await textOf(writeXes(each(any))))).toEqual(any);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  test('what XML cannot say is marked, and the rest stays', async () => {
    const odd = [{ attributes: [string('k', 'a\u0000b\uD800c')], events: [] }];
    const [read] = await readBack(await textOf(writeXes(each(odd))));
    expect(read?.attributes[0]?.value).toBe('a\uFFFDb\uFFFDc');
  });

  test('lists and attributes inside others are left out of somebody else’s log', async () => {
    const text = `<log><string key="source" value="x"/><trace>
      <string key="concept:name" value="A"><string key="inner" value="y"/></string>
      <list key="l"><values><string key="v" value="z"/></values></list>
      <event><string key="concept:name" value="file"/></event></trace></log>`;
    expect(await readBack(text)).toEqual([
      { attributes: [string('concept:name', 'A')], events: [[string('concept:name', 'file')]] },
    ]);
  });

  test.each([
    ['<html></html>', 'no XES: line 1: <html> stands where <log> is to'],
    ['<log><trace><event>', 'no XES: '],
    ['', 'no XES: '],
    ['<log>\n<trace><string key="a"/></trace></log>', 'no XES: line 2: <string> needs a key'],
  ])('%j is refused in words', async (text, words) => {
    await expect(readBack(text, 1000)).rejects.toThrow(words);
  });
});

describe('OCEL 2.0', () => {
  test('in JSON has each case and person once, and what the types say', async () => {
    const made = JSON.parse(await textOf(writeOcelJson(each(log), 'application')));
    expect(made.objects).toEqual([
      {
        id: 'A',
        type: 'application',
        attributes: [{ name: 'urgent', value: 'true', time: '1970-01-01T00:00:00.000Z' }],
      },
      { id: 'B & <"C">', type: 'application', attributes: [] },
      { id: 'anna', type: 'person', attributes: [] },
    ]);
    expect(made.events[0]).toEqual({
      id: 'A/0',
      type: 'file',
      time: '2026-03-29T00:30:00.125Z',
      attributes: [],
      relationships: [
        { objectId: 'A', qualifier: 'application' },
        { objectId: 'anna', qualifier: 'sender' },
      ],
    });
    expect(made.events[1].attributes).toEqual([{ name: 'size', value: '7' }]);
    expect(made.objectTypes).toEqual([
      { name: 'application', attributes: [{ name: 'urgent', type: 'boolean' }] },
      { name: 'person', attributes: [] },
    ]);
    expect(made.eventTypes).toEqual([
      { name: 'file', attributes: [] },
      { name: 'file.again', attributes: [{ name: 'size', type: 'integer' }] },
      { name: 'file-again', attributes: [{ name: 'size', type: 'string' }] },
    ]);
  });

  describe('in SQLite', () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'event-log-'));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    test('has a table a type, and every relation leads somewhere', async () => {
      const path = join(folder, 'log.sqlite');
      await writeOcelSqlite(each(log), 'application', path);
      const database = new DatabaseSync(path, { readOnly: true });
      const rows = (sql: string) =>
        database
          .prepare(sql)
          .all()
          .map((row) => ({ ...row }));
      expect(rows('select * from event_map_type order by ocel_type')).toEqual([
        { ocel_type: 'file', ocel_type_map: 'file' },
        { ocel_type: 'file-again', ocel_type_map: expect.stringMatching(/^file_again_\d+$/) },
        { ocel_type: 'file.again', ocel_type_map: 'file_again' },
      ]);
      expect(rows('select * from event_file_again')).toEqual([
        { ocel_id: 'A/1', ocel_time: '2026-03-29T01:30:00.000Z', size: 7 },
      ]);
      expect(rows('select * from object order by ocel_id')).toEqual([
        { ocel_id: 'A', ocel_type: 'application' },
        { ocel_id: 'B & <"C">', ocel_type: 'application' },
        { ocel_id: 'anna', ocel_type: 'person' },
      ]);
      expect(rows('select * from object_application order by ocel_id')[0]).toMatchObject({
        urgent: 1,
      });
      expect(rows('select count(*) as n from event_object')).toEqual([{ n: 4 }]);
      expect(rows('pragma foreign_key_check')).toEqual([]);
      database.close();
    });
  });
});

describe('a log in CSV', () => {
  const columns = { case: 'Order', activity: 'What', time: 'When', resource: 'Who' };
  const read = (text: string) => all(readCsvLog(cut(text, 5), columns));

  test('has its rows by case and time, wherever they stand', async () => {
    const text =
      '\uFEFFOrder,What,When,Who,Note\r\n2,pay,2026-01-02T00:00:00+01:00,,\r\n' +
      '1,"send, then wait",2026-01-03T00:00:00Z,Bo,"a ""b"""\r\n2,order,2026-01-01T00:00:00Z,Al,\r\n';
    expect(await read(text)).toEqual([
      {
        attributes: [string('concept:name', '2')],
        events: [
          sent('order', '2026-01-01T00:00:00Z', string('org:resource', 'Al')),
          sent('pay', '2026-01-02T00:00:00+01:00'),
        ],
      },
      {
        attributes: [string('concept:name', '1')],
        events: [
          sent(
            'send, then wait',
            '2026-01-03T00:00:00Z',
            string('org:resource', 'Bo'),
            string('Note', 'a "b"'),
          ),
        ],
      },
    ]);
  });

  test.each([
    ['', 'the file is empty'],
    ['Order,What,When\n', 'there is no column «Who»'],
    ['Order,What,When,Who\n1,pay,soon,Al\n', 'line 2: «When» holds no time'],
    ['Order,What,When,Who\n1,"pay\n', 'no CSV: '],
  ])('%j is refused in words', async (text, words) => {
    await expect(read(text)).rejects.toThrow(words);
  });
});
