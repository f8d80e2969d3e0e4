import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { openStore } from '#server/platform/database/open-database.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import { bareEnvironment } from '#tests/compile-cache.ts';
import { skipUnless } from '#tests/needs.ts';
import { seriesIn } from '#tests/server/stored.ts';
import { environmentOf } from '../../server/fresh-location.ts';
import { importPlace, VIN } from './import-run.ts';

const SPEED = 'Vehicle.Speed';
const GEAR = 'Vehicle.Powertrain.Transmission.CurrentGear';
const DRIVER = 'Vehicle.Driver.Identifier.Subject';
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');

const place = importPlace();
const { written, run } = place;

/** Delivered rows: instant, speed, gear. */
async function stored() {
  const store = openStore(place.location);
  try {
    const { id } = (await store.db.selectFrom('vehicle').select('id').executeTakeFirst()) ?? {};
    if (id === undefined) return [];
    const source = storeSource(store.db, seriesIn(place.location));
    const range = { from: FIRST_INSTANT, to: 8.64e15 };
    const rows: unknown[][] = [];
    for await (const batch of source.stream(id, [SPEED, GEAR], range))
      rows.push(...batch.map(({ at, values }) => [new Date(at).toISOString(), ...values]));
    return rows;
  } finally {
    await store.close();
  }
}

const wanted = [
  ['2026-01-01T00:00:00.250Z', 12.5, 1],
  ['2026-01-01T00:00:01.000Z', -0.5, null],
];
const csv = `Instant,${SPEED},${GEAR}\n2026-01-01T00:00:00.250Z,12.5,1\n2026-01-01T00:00:01Z,-0.5,\n`;
const notes = ['--leave-out', 'Note'];
const german = csv.replaceAll(',', ';').replaceAll('.5;', ',5;');
const jsonLines = `{"Instant":"2026-01-01T00:00:00.250Z","${SPEED}":12.5,"${GEAR}":1}

{"${SPEED}":-0.5,"Instant":"2026-01-01T00:00:01Z"}\n`;
const inParquet = (codec: 'UNCOMPRESSED' | 'GZIP' | 'BROTLI', isAdjustedToUTC = true) => {
  const repetition_type = 'OPTIONAL';
  return new Uint8Array(
    parquetWriteBuffer({
      codec,
      compressors: { GZIP: gzipSync, BROTLI: brotliCompressSync },
      schema: [
        { name: 'table', num_children: 3 },
        {
          name: 'Instant',
          type: 'INT64',
          logical_type: { type: 'TIMESTAMP', isAdjustedToUTC, unit: 'MILLIS' },
          repetition_type,
        },
        { name: SPEED, type: 'DOUBLE', repetition_type },
        { name: GEAR, type: 'INT32', repetition_type },
      ],
      columnData: [
        { name: 'Instant', data: wanted.map(([at]) => BigInt(Date.parse(String(at)))) },
        { name: SPEED, data: wanted.map(([, speed]) => speed) },
        { name: GEAR, data: wanted.map(([, , gear]) => gear) },
      ],
    }),
  );
};

const jsonInParquet = () =>
  new Uint8Array(
    parquetWriteBuffer({ columnData: [{ name: 'Trip', data: [{ start: 1 }], type: 'JSON' }] }),
  );

describe('the same rows are read from', () => {
  test.each<[string, string | Uint8Array, string[]]>([
    ['drive.csv', csv, []],
    ['semicolons.csv', german, ['--delimiter', ';', '--decimal', ',']],
    ['tabs.csv', csv.replaceAll(',', '\t'), ['--delimiter', 'tab']],
    ['drive.csv.gz', gzipSync(csv), []],
    ['bom.csv', `\ufeff${csv}`, []],
    ['crlf.csv', csv.replaceAll('\n', '\r\n').replace('\r\n', '\r\n\r\n'), []],
    [
      'quotes.csv',
      csv.replace(SPEED, `Note,"${SPEED}"`).replaceAll('Z,', 'Z,"a ""b"",\nc",'),
      notes,
    ],
    ['utf16.csv', Buffer.from(`\ufeff${csv}`, 'utf16le'), ['--encoding', 'utf-16le']],
    ['drive.jsonl', jsonLines, []],
    ['drive.ndjson.gz', gzipSync(jsonLines.trim()), []],
    ['drive.parquet', inParquet('UNCOMPRESSED'), []],
    ['gzip.parquet', inParquet('GZIP'), []],
    ['brotli.parquet', inParquet('BROTLI'), []],
    // Written by DuckDB 1.5.6.
    ['lz4.parquet', readFileSync(new URL('duckdb-lz4-raw.parquet', import.meta.url)), []],
    ['local.parquet', inParquet('UNCOMPRESSED', false), ['--timezone', 'UTC']],
  ])('%s', async (name, content, args) => {
    const { stderr, status } = await run('--file', await written(name, content), ...args);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(await stored()).toEqual(wanted);
  });
});

describe('an import is rejected with a precise message:', () => {
  const speed = (text: string) => `Instant;${SPEED}\n2026-01-01T00:00:00Z;${text}\n`;
  test.each<[string, string, string | Uint8Array, string[], string]>([
    ['a wrong delimiter', 'drive.csv', german, [], "separated by «;»: set --delimiter ';'"],
    ['no tab', 'drive.csv', csv, ['--delimiter', 'tab'], "«,»: set --delimiter ','"],
    [
      'a decimal point',
      'drive.csv',
      speed('1.500'),
      ['--delimiter', ';', '--decimal', ','],
      '«1.500» is not a number',
    ],
    [
      'another encoding',
      'drive.csv',
      Buffer.from(`Instant,${DRIVER}\n2026-01-01T00:00:00Z,Zoë\n`, 'latin1'),
      [],
      'drive.csv is not encoded in utf-8: set --encoding',
    ],
    ['no encoding', 'drive.csv', csv, ['--encoding', 'klingon'], '--encoding klingon'],
    ['a broken gzip', 'drive.csv.gz', gzipSync(csv).subarray(0, 60), [], 'truncated'],
    ['a broken line', 'drive.jsonl', `${jsonLines}{"Instant":`, [], 'line 4 is not a JSON object'],
    [
      'a list',
      'drive.jsonl',
      `{"Instant":"2026-01-01T00:00:00Z","${SPEED}":[1]}`,
      [],
      'line 1: a value is a list or an object',
    ],
    [
      'a damaged LZ4 block',
      'drive.parquet',
      // The first block begins after the file's magic number and the header of its page.
      readFileSync(new URL('duckdb-lz4-raw.parquet', import.meta.url)).fill(255, 40, 60),
      [],
      'drive.parquet cannot be read: ',
    ],
    ['local time', 'drive.parquet', inParquet('GZIP', false), [], 'has no offset: set --timezone'],
    ['JSON', 'drive.parquet', jsonInParquet(), [], 'column Trip is a list or a structure'],
    ['no Parquet', 'drive.parquet', csv, [], 'drive.parquet is not a Parquet file'],
  ])('%s', async (_, name, content, args, message) => {
    const { status, stderr } = await run('--file', await written(name, content), ...args);
    expect(stderr).toContain(message);
    expect(status).toBe(1);
    expect(await stored()).toEqual([]);
  });
});

describe('a mapping', () => {
  const table = 'Zeit;Tempo;Gang;Fahrer\n2026-1-5 9:00:00;10,0;R;Anna\n';
  const mapping = {
    time: 'Zeit',
    timezone: 'Europe/Berlin',
    delimiter: ';',
    decimal: ',',
    columns: {
      Tempo: { signal: SPEED, unit: 'mph' },
      Gang: { signal: GEAR, words: { N: 0, D: 1, R: -1 } },
    },
    leaveOut: ['Fahrer'],
  };
  const tryMapping = async (change: object, ...args: string[]) => {
    const path = await written('mapping.json', JSON.stringify({ ...mapping, ...change }));
    return run('--file', await written('fahrt.csv', table), '--mapping', path, ...args);
  };

  test('describes units, words, time zone, and days without leading zeros', async () => {
    expect((await tryMapping({})).stderr).toBe('');
    expect(await stored()).toEqual([['2026-01-05T08:00:00.000Z', 16.09344, -1]]);
  });

  test('is overridden by options', async () => {
    expect((await tryMapping({}, '--timezone', 'UTC')).stderr).toBe('');
    expect(await stored()).toEqual([['2026-01-05T09:00:00.000Z', 16.09344, -1]]);
  });

  test.each([
    [
      { columns: { ...mapping.columns, Tempo: { signal: SPEED, unit: 'kPa' } } },
      'Vehicle.Speed cannot be converted from kPa; known units: km/h, mph',
    ],
    [{ colums: {} }, 'mapping.json: '],
    [{ decimal: ';' }, '--decimal «;»'],
  ])('with %j is rejected', async (change, message) => {
    const { status, stderr } = await tryMapping(change);
    expect(stderr).toContain(message);
    expect(status).toBe(1);
    expect(await stored()).toEqual([]);
  });
});

describe('a table with a row per value', () => {
  const long = { signal: 'Name', value: 'Wert' };
  const columns = { Tempo: { signal: SPEED }, Gang: { signal: GEAR } };
  const heading = 'Name,Instant,Wert\n';
  const tryLong = async (rows: string, change: object = {}, name = 'long.csv') => {
    const path = await written('long.json', JSON.stringify({ long, columns, ...change }));
    return run('--file', await written(name, rows), '--mapping', path);
  };

  test('becomes one with a column per signal', async () => {
    const rows = `Tempo,2026-01-01T00:00:00.250Z,12.5
Gang,2026-01-01T00:00:00.250Z,1
Tempo,2026-01-01T00:00:01Z,-0.5
`;
    expect((await tryLong(heading + rows)).stderr).toBe('');
    expect(await stored()).toEqual(wanted);
  });

  test('keeps two values of a signal at one instant, in their order', async () => {
    const row = (value: number) => `Tempo,2026-01-01T00:00:00Z,${value}\n`;
    const gear = 'Gang,2026-01-01T00:00:00Z,1\n';
    expect((await tryLong(heading + row(1) + row(2) + gear)).stderr).toBe('');
    const at = '2026-01-01T00:00:00.000Z';
    expect(await stored()).toEqual([
      [at, 1, null],
      [at, 2, 1],
    ]);
  });

  test('reads truth values and texts that look like numbers', async () => {
    const [moving, brand] = ['Vehicle.IsMoving', 'Vehicle.VehicleIdentification.Brand'];
    const at = '2026-01-01T00:00:00Z';
    const file = await written('long.csv', `${heading}${moving},${at},1\n${brand},${at},5\n`);
    const mapping = await written('long.json', JSON.stringify({ long }));
    const { stdout } = await run('--dry-run', '--file', file, '--mapping', mapping);
    expect(stdout).toContain(`{"${moving}":true,"${brand}":"5"}`);
  });

  const inUnits = (speed: string) =>
    `Name,Instant,Wert,Einheit\nTempo,2026-01-01T00:00:00Z,10,MPH\nGang,2026-01-01T00:00:00Z,1,\nTempo,2026-01-01T00:00:01Z,10,${speed}\n`;

  test('converts from the unit of its column', async () => {
    const change = { long: { ...long, unit: 'Einheit' } };
    expect((await tryLong(inUnits('MPH'), change)).stderr).toBe('');
    expect((await stored()).map(([, speed]) => speed)).toEqual([
      expect.closeTo(16.09344, 4),
      expect.closeTo(16.09344, 4),
    ]);
  });

  test.each([
    ['km/h', 'line 4, column Einheit: Tempo has the unit «km/h», but «MPH» above'],
    ['', 'Tempo has the unit «», but «MPH» above'],
  ])('a unit that changes to «%s» is rejected', async (unit, message) => {
    const { stderr } = await tryLong(inUnits(unit), { long: { ...long, unit: 'Einheit' } });
    expect(stderr).toContain(message);
    expect(await stored()).toEqual([]);
  });

  test.each([
    [
      'an unknown name',
      `${heading}Takt,2026-01-01T00:00:00Z,1\n`,
      'no known signal in the columns «Takt»',
    ],
    [
      'no name',
      `${heading},2026-01-01T00:00:00Z,1\n`,
      'long.csv line 2, column Name: the signal name is missing',
    ],
    [
      'another column',
      `Signal,Instant,Wert\nTempo,2026-01-01T00:00:00Z,1\n`,
      'column Name of the long form is missing',
    ],
    ['a heading alone', heading, 'long.csv'],
    [
      'a bad value',
      `${heading}Tempo,2026-01-01T00:00:00Z,x\nGang,2026-01-01T00:00:00Z,1\n`,
      'long.csv line 2, column Tempo: «x»',
    ],
  ])('%s is rejected', async (_, rows, message) => {
    const { status, stderr } = await tryLong(rows);
    expect(stderr).toContain(message);
    expect(status).toBe(1);
    expect(await stored()).toEqual([]);
  });
});

describe('a time', () => {
  const tryTimes = async (timeFormat: string, times: string[], zone = 'Europe/Berlin') => {
    const mapping = { time: 'Zeit', timeFormat, timezone: zone, delimiter: ';' };
    const rows = times.map((time, index) => `${time};${index}\n`).join('');
    const file = await written('zeiten.csv', `Zeit;${SPEED}\n${rows}`);
    const path = await written('mapping.json', JSON.stringify(mapping));
    const { stderr } = await run('--file', file, '--mapping', path);
    return { stderr, instants: (await stored()).map(([at]) => at) };
  };

  test.each([
    ['DD.MM.YYYY HH:mm:ss', '5.1.2026 9:00:01', '2026-01-05T08:00:01.000Z'],
    ['MM/DD/YYYY HH:mm:ss.SSS', '07/05/2026 09:00:01.25', '2026-07-05T07:00:01.250Z'],
    ['YYYYMMDDHHmm', '202601050900', '2026-01-05T08:00:00.000Z'],
    ['epoch s', '1767600000.123', '2026-01-05T08:00:00.123Z'],
    ['epoch s', '1767600000.1234567', '2026-01-05T08:00:00.123Z'],
    ['epoch ms', '1767600000123', '2026-01-05T08:00:00.123Z'],
  ])('in the format %s is read: %s', async (format, text, at) => {
    expect(await tryTimes(format, [text])).toEqual({ stderr: '', instants: [at] });
  });

  test.each([
    ['DD.MM.YYYY HH:mm', '2026-01-05 09:00', 'is not written as DD.MM.YYYY HH:mm'],
    ['DD.MM.YYYY HH:mm', '30.02.2026 09:00', 'is not a real date'],
    ['DD.MM.YYYY HH:mm', '29.03.2026 02:30', 'zeiten.csv line 2, column Zeit: «29.03.2026 02:30»'],
    ['epoch s', '2026-01-05T09:00:00Z', 'is not a number of seconds since 1970'],
    ['epoch ms', '9000000000000000', 'is not a number of milliseconds since 1970'],
    ['DD.MM.YYYY', '05.01.2026', 'timeFormat «DD.MM.YYYY»'],
    ['DD.MM.YYYY HH:mm DD', '', 'timeFormat «DD.MM.YYYY HH:mm DD»'],
    ['Day.MM.YYYY HH:mm', '', 'timeFormat «Day.MM.YYYY HH:mm»'],
  ])('in the format %s is rejected: %s', async (format, text, message) => {
    const { stderr, instants } = await tryTimes(format, [text]);
    expect(stderr).toContain(message);
    expect(instants).toEqual([]);
  });
});

test('a dry run shows what would be stored, and stores nothing', async () => {
  const { status, stdout } = await run('--dry-run', '--file', await written('drive.csv', csv));
  expect(stdout).toContain('2 rows would be stored, for example:\n2026-01-01T00:00:00.250Z {');
  expect(stdout).toContain(`"${SPEED}":12.5`);
  expect(status).toBe(0);
  expect(await stored()).toEqual([]);
});

test('an import can be undone and repeated', async () => {
  const file = await written('drive.csv', csv);
  await run('--file', file);
  expect((await run('--undo', '--file', file)).stdout).toContain('import of 2 rows undone');
  expect(await stored()).toEqual([]);
  expect((await run('--undo', '--file', file)).stderr).toContain('was not imported for');
  await run('--file', file);
  expect(await stored()).toEqual(wanted);
});

test('an import replaces another if its file is valid', async () => {
  const file = await written('drive.csv', csv);
  await run('--file', file);
  const wrong = await written('wrong.csv', csv.replace('12.5', 'fast'));
  expect((await run('--replace', file, '--file', wrong)).stderr).toContain('«fast»');
  expect(await stored()).toEqual(wanted);
  const right = await written('right.csv', csv.replace('12.5', '13.5'));
  expect((await run('--file', right)).stderr).toContain('--replace');
  expect((await run('--replace', file, '--file', right)).stderr).toBe('');
  expect(await stored()).toEqual([['2026-01-01T00:00:00.250Z', 13.5, 1], wanted[1]]);
});

test('an import that cannot replace another leaves it unchanged', async () => {
  const file = await written('drive.csv', csv);
  const later = await written('later.csv', csv.replaceAll('2026-01-01', '2026-01-02'));
  await run('--file', file);
  await run('--file', later);
  const both = await stored();
  // The third file overlaps the second one, which is not replaced.
  const third = await written(
    'third.csv',
    csv.replaceAll('2026-01-01', '2026-01-02').replace('12.5', '13.5'),
  );
  expect((await run('--replace', file, '--file', third)).stderr).toContain(
    'starting at 2026-01-02',
  );
  expect((await run('--replace', file, '--file', later)).stderr).toContain('imported before');
  expect(await stored()).toEqual(both);
});

const linux = skipUnless(process.platform === 'linux', 'needs Linux');
test('an import runs with a lower CPU priority than the portal', linux, async () => {
  // The tool waits for input.
  const args = ['src/tools/portal.ts', 'import', '--file', '/dev/stdin', '--vin', VIN];
  const env = { ...bareEnvironment(), ...environmentOf(place.location) };
  const tool = spawn(process.execPath, args, { env });
  const niceness = async () => {
    const [, fields = ''] = (await readFile(`/proc/${tool.pid}/stat`, 'utf8')).split(') ');
    return Number(fields.split(' ')[16]);
  };
  try {
    await expect.poll(niceness, { timeout: 60_000 }).toBeGreaterThanOrEqual(10);
  } finally {
    tool.kill('SIGKILL');
  }
});
