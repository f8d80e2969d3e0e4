import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '#lib/event-log/digest-of.ts';
import type { Attribute, LoggedCase } from '#lib/event-log/event-log.ts';
import { readXes } from '#lib/event-log/read-xes.ts';
import { writeOcelJson } from '#lib/event-log/write-ocel-json.ts';
import { writeOcelSqlite } from '#lib/event-log/write-ocel-sqlite.ts';
import { writeXes } from '#lib/event-log/write-xes.ts';
import { ocelSchema } from './schemas/ocel.ts';

const CASES = 300;
const string = (key: string, value: string): Attribute => ({ type: 'string', key, value });

/** Cases with every type of attribute, and times of several zones. */
async function* cases(count = CASES): AsyncGenerator<LoggedCase> {
  for (let number = 0; number < count; number++)
    yield {
      attributes: [
        string('concept:name', `Fall «${number}» & <Söhne>\n"x"`),
        { type: 'boolean', key: 'urgent', value: String(number % 2 === 0) },
        { type: 'id', key: 'identity:id', value: `0b7c6a52-0000-4000-8000-${number}` },
      ],
      events: Array.from({ length: number % 7 }, (_, place) => [
        string('concept:name', ['file', 'File', 'object', 'review.start'][place % 4] as string),
        {
          type: 'date',
          key: 'time:timestamp',
          value: `2026-03-29T0${place}:30:00.125${['Z', '+01:00', '-09:30'][number % 3]}`,
        },
        string('org:resource', `person ${number % 5}`),
        { type: 'int', key: 'revision', value: String(place) },
        { type: 'float', key: 'share', value: '0.10' },
        { type: 'date', key: 'answerDueAt', value: '2026-04-01T00:00:00.000+02:00' },
      ]),
    };
}

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

async function* cut(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += 999) yield text.slice(start, start + 999);
}

test('XES is what the schema of IEEE 1849 asks for, as libxml2 says', async () => {
  using schema = XmlDocument.fromString(
    readFileSync(new URL('./schemas/xes.xsd', import.meta.url), 'utf8'),
  );
  using validator = XsdValidator.fromDoc(schema);
  const validate = (text: string) => {
    using document = XmlDocument.fromString(text);
    validator.validate(document);
  };
  const input = await textOf(writeXes(cases()));
  validate(input);
  expect(() => validate(input.replace('<date ', '<date more="1" '))).toThrow(
    "The attribute 'more' is not allowed",
  );
});

test(`${CASES} cases come back from XES as they were, equal by hash`, async () => {
  const written = await digestOf(cases());
  expect(written).toMatchObject({ cases: CASES, events: expect.any(Number) });
  expect(await digestOf(readXes(cut(await textOf(writeXes(cases())))))).toEqual(written);
  expect(await digestOf(cases(CASES - 1))).not.toEqual(written);
});

test('OCEL in JSON is what its schema asks for, as ajv says', async () => {
  const ajv = new Ajv({ strict: true, allErrors: true });
  formats.default(ajv);
  const validate = ajv.compile(ocelSchema);
  const made = JSON.parse(await textOf(writeOcelJson(cases(), 'application')));
  validate(made);
  expect(validate.errors).toBeNull();
  expect(validate({ ...made, events: [{ ...made.events[0], time: 'soon' }] })).toBe(false);
  const known = new Set(made.objects.map(({ id }: { id: string }) => id));
  const related = made.events.flatMap(
    (event: { relationships: { objectId: string }[] }) => event.relationships,
  );
  expect(related.filter(({ objectId }: { objectId: string }) => !known.has(objectId))).toEqual([]);
});

describe('OCEL in SQLite has the tables of the specification', () => {
  let folder: string;
  let database: DatabaseSync;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ocel-'));
    await writeOcelSqlite(cases(), 'application', join(folder, 'log.sqlite'));
    database = new DatabaseSync(join(folder, 'log.sqlite'), { readOnly: true });
  });
  afterAll(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  const values = (sql: string): unknown[][] =>
    database
      .prepare(sql)
      .all()
      .map((each) => Object.values(each));
  const columns = (table: string) =>
    values(`select name || ' ' || type || case when pk then ' key' else '' end
      from pragma_table_info('${table}') order by cid`).flat();
  const foreign = (table: string) =>
    values(`select "from" || ' → ' || "table" || '.' || "to"
      from pragma_foreign_key_list('${table}') order by 1`).flat();

  const map = ['ocel_type TEXT key', 'ocel_type_map TEXT'];
  const named = ['ocel_id TEXT key', 'ocel_type TEXT'];
  test.each([
    ['event_map_type', map, []],
    ['object_map_type', map, []],
    ['event', named, ['ocel_type → event_map_type.ocel_type']],
    ['object', named, ['ocel_type → object_map_type.ocel_type']],
    [
      'event_object',
      ['ocel_event_id TEXT key', 'ocel_object_id TEXT key', 'ocel_qualifier TEXT key'],
      ['ocel_event_id → event.ocel_id', 'ocel_object_id → object.ocel_id'],
    ],
    [
      'object_object',
      ['ocel_source_id TEXT key', 'ocel_target_id TEXT key', 'ocel_qualifier TEXT key'],
      ['ocel_source_id → object.ocel_id', 'ocel_target_id → object.ocel_id'],
    ],
    [
      'event_file',
      [
        'ocel_id TEXT key',
        'ocel_time TIMESTAMP',
        'revision INTEGER',
        'share REAL',
        'answerDueAt TIMESTAMP',
      ],
      ['ocel_id → event.ocel_id'],
    ],
    [
      'object_application',
      [
        'ocel_id TEXT',
        'ocel_time TIMESTAMP',
        'ocel_changed_field TEXT',
        'urgent BOOLEAN',
        'id TEXT',
      ],
      ['ocel_id → object.ocel_id'],
    ],
  ])('%s', (table, hasColumns, hasForeign) => {
    expect(columns(table)).toEqual(hasColumns);
    expect(foreign(table)).toEqual(hasForeign);
  });

  test('each type has one of its own, whatever it is called, and nothing leads nowhere', () => {
    for (const what of ['event', 'object']) {
      const mapped = values(`select '${what}_' || ocel_type_map from ${what}_map_type`).flat();
      const others = ['map_type', 'object'].map((end) => `${what}_${end}`);
      const tables = values(
        `select name from sqlite_master where type = 'table' and name like '${what}\\_%' escape '\\'`,
      ).flat();
      expect(tables.toSorted()).toEqual([...mapped, ...others].toSorted());
      expect(new Set(mapped.map((name) => String(name).toLowerCase())).size).toBe(mapped.length);
    }
    expect(values('pragma foreign_key_check')).toEqual([]);
    expect(values('select distinct typeof(share) from event_file')).toEqual([['real']]);
  });
});
