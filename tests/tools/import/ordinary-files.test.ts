import { describe, expect, test } from 'vitest';
import { importPlace } from './import-run.ts';

const SPEED = 'Vehicle.Speed';
const POWER = 'Vehicle.Powertrain.TractionBattery.CurrentPower';

const place = importPlace();

async function tryFile(csv: string, ...args: string[]) {
  return place.run('--dry-run', '--file', await place.written('drive.csv', csv), ...args);
}

test('--empty names the texts that are read as no value', async () => {
  const texts = ['NaN', '-', 'null', 'N/A'];
  const rows = texts.map((text, second) => `2026-01-01T00:00:0${second}Z,${text}\n`);
  const csv = `Instant,${SPEED}\n${rows.join('')}2026-01-01T00:00:09Z,5\n`;
  expect((await tryFile(csv)).stderr).toContain('«NaN» is not a number (see --empty)');
  const { stdout, stderr } = await tryFile(csv, ...texts.map((text) => `--empty=${text}`));
  expect(stderr).toBe('');
  expect(stdout).toContain(`00:00:00.000Z {"${SPEED}":null}`);
});

test('one error names all unknown columns, and --leave-out-others omits them', async () => {
  const csv = `Instant,${SPEED},Weather,Mood\n2026-01-01T00:00:00Z,5,rain,good\n`;
  expect((await tryFile(csv)).stderr).toContain('«Weather», «Mood»');
  const { stdout } = await tryFile(csv, '--leave-out-others');
  expect(stdout).toContain('columns left out: Weather, Mood');
  expect(stdout).toContain(`{"${SPEED}":5}`);
});

test.each([
  ['PostgreSQL, teslamate', '2026-01-05 09:00:01.25+01', undefined],
  ['Torque, device time', '05-Jan-2026 09:00:01.250', 'DD-MMM-YYYY HH:mm:ss.SSS'],
  ['a clock of twelve hours', '01/05/2026 9:00:01.250 AM', 'MM/DD/YYYY hh:mm:ss.SSS A'],
  ['seconds since the start', '1.25', 's since 2026-01-05T08:00:00Z'],
])('a time of %s is read', async (_, time, format) => {
  const args = format === undefined ? [] : ['--time-format', format];
  const csv = `Instant,${SPEED}\n${time},5\n`;
  const { stdout, stderr } = await tryFile(csv, '--timezone', 'Europe/Berlin', ...args);
  expect(stderr).toBe('');
  expect(stdout).toContain('2026-01-05T08:00:01.250Z {');
});

const PEDAL = 'Vehicle.Chassis.Accelerator.PedalPosition';
const ODOMETER = 'Vehicle.TraveledDistance';
const GEAR = 'Vehicle.Powertrain.Transmission.CurrentGear';
const CHARGING = 'Vehicle.Powertrain.TractionBattery.Charging.IsCharging';
const tableWith = (signal: string, value: string) =>
  `Instant,${signal}\n2026-01-01T00:00:00Z,"${value}"\n`;

test.each<[string, string, string[], string]>([
  ['a number with groups', tableWith(SPEED, '1,234.5'), [], 'is not a number (see --thousands)'],
  ['a decimal comma', tableWith(SPEED, '1,5'), [], 'is not a number (see --decimal)'],
  ['a comma of either', tableWith(ODOMETER, '1,234'), [], '(see --decimal and --thousands)'],
  ['a gear', tableWith(GEAR, 'D'), [], '(map it with «words» of --mapping)'],
  ['a flag', tableWith(CHARGING, 'yes'), [], '(map it with «words» of --mapping)'],
  ['a dash', tableWith(SPEED, '-'), [], 'is not a number (see --empty)'],
  ['a pedal', tableWith(PEDAL, '14.9'), [], 'is not a whole number (see --round)'],
  [
    'another column of the time',
    `Zeit,${SPEED}\n2026-01-01T00:00:00Z,5\n`,
    [],
    `the time column Instant is missing (see --time); columns: Zeit, ${SPEED}`,
  ],
  [
    'another column of the arrival',
    `Instant,${SPEED}\n2026-01-01T00:00:00Z,5\n`,
    ['--arrival', 'Received'],
    `the arrival column Received is missing (see --arrival); columns: Instant, ${SPEED}`,
  ],
  ['a German date', `Instant,${SPEED}\n05.01.2026 09:00:01,5\n`, [], '(see --time-format)'],
  ['seconds since 1970', `Instant,${SPEED}\n1767600000,5\n`, [], '(see --time-format)'],
  [
    'another format than stated',
    `Instant,${SPEED}\n2026-01-05 09:00:01,5\n`,
    ['--time-format', 'epoch s'],
    '(see --time-format)',
  ],
])('the error of %s names the option', async (_, csv, args, message) => {
  expect((await tryFile(csv, ...args)).stderr).toContain(message);
});

test.each([
  [PEDAL, '14.9', 15],
  [ODOMETER, '12345.678', 12346],
])('--round rounds %s and counts it', async (signal, value, rounded) => {
  const { stdout, stderr } = await tryFile(tableWith(signal, value), '--round');
  expect(stderr).toBe('');
  expect(stdout).toContain(`{"${signal}":${rounded}}`);
  expect(stdout).toContain(', 1 values rounded to whole numbers');
});

test('the words of a mapping can stand for truth values', async () => {
  const columns = { [CHARGING]: { signal: CHARGING, words: { yes: true, no: false } } };
  const mapping = await place.written('mapping.json', JSON.stringify({ columns }));
  const { stdout } = await tryFile(tableWith(CHARGING, 'yes'), '--mapping', mapping);
  expect(stdout).toContain(`{"${CHARGING}":true}`);
});

test('a repeated heading is skipped', async () => {
  const heading = `Instant,${SPEED}\n`;
  const csv = `${heading}2026-01-01T00:00:00Z,5\n${heading}2026-01-01T00:00:01Z,6\n`;
  expect((await tryFile(csv)).stdout).toContain('2 rows');
});

test.each(['NaN', 'nan', 'NAN'])('--empty NaN covers %s', async (text) => {
  const csv = `${tableWith(SPEED, text)}2026-01-01T00:00:01Z,6\n`;
  expect((await tryFile(csv, '--empty', 'NaN')).stderr).toBe('');
});

test('NaN and Infinity of Python are read in JSON Lines', async () => {
  const file = await place.written(
    'drive.jsonl',
    `{"Instant":"2026-01-01T00:00:00Z","${SPEED}":NaN,"Note":"NaN"}\n{"Instant":"2026-01-01T00:00:01Z","${SPEED}":6}\n`,
  );
  const args = ['--dry-run', '--file', file, '--leave-out', 'Note'];
  expect((await place.run(...args)).stderr).toContain('«NaN» is not a number (see --empty)');
  expect((await place.run(...args, '--empty', 'NaN')).stdout).toContain(`{"${SPEED}":6}`);
});

test('--map states the unit of a column', async () => {
  const csv = 'Instant,Tempo\n2026-01-01T00:00:00Z,10\n';
  const { stdout } = await tryFile(csv, '--map', `Tempo=${SPEED}[mph]`);
  expect(stdout).toContain(`{"${SPEED}":16.09344}`);
});

test('an invalid start of «s since» is explained', async () => {
  const { stderr } = await tryFile(`Instant,${SPEED}\n1,5\n`, '--time-format', 's since noon');
  expect(stderr).toBe(
    '--time-format: «noon» is not an ISO 8601 instant\nNothing was imported; see --help.\n',
  );
});

test('--time-format overrides the mapping', async () => {
  const mapping = await place.written('mapping.json', '{"timeFormat":"epoch ms"}');
  const args = ['--mapping', mapping, '--time-format', 'epoch s'];
  const { stdout } = await tryFile(`Instant,${SPEED}\n1767600000,5\n`, ...args);
  expect(stdout).toContain('2026-01-05T08:00:00.000Z {');
});

test('the GPS time of Torque is read', async () => {
  const csv = `Instant,${SPEED}\nMon Jan 05 09:00:01 GMT+01:00 2026,5\n`;
  const { stdout } = await tryFile(csv, '--time-format', 'ddd MMM DD HH:mm:ss Z YYYY');
  expect(stdout).toContain('2026-01-05T08:00:01.000Z {');
});

test.each([
  ['2026-01-05,09:00:01', []],
  ['05.01.2026,09:00:01', ['--time-format', 'DD.MM.YYYY HH:mm:ss']],
])('date and time are read from two columns: %s', async (time, args) => {
  const csv = `Date,Time,${SPEED}\n${time},5\n`;
  const columns = ['--time', 'Date', '--time', 'Time', '--timezone', 'Europe/Berlin'];
  expect((await tryFile(csv, ...columns, ...args)).stdout).toContain('2026-01-05T08:00:01.000Z {');
});

describe('--date is the date of the first row for times of day', () => {
  const timesOf = (...times: string[]) =>
    `Instant,${SPEED}\n${times.map((time, nth) => `${time},${nth}\n`).join('')}`;
  const tryTimes = (times: string[], ...args: string[]) =>
    tryFile(timesOf(...times), '--date', '2026-01-05', '--timezone', 'Europe/Berlin', ...args);

  test.each([
    ['08:00:00', '07:00:00.000Z', []],
    ['8:00:00.25', '07:00:00.250Z', []],
    ['08:00:00Z', '08:00:00.000Z', []],
    ['8:00:00 PM', '19:00:00.000Z', ['--time-format', 'hh:mm:ss A']],
    ['080000', '07:00:00.000Z', ['--time-format', 'HHmmss']],
  ])('%s', async (time, at, args) => {
    const { stdout, stderr } = await tryTimes([time], ...args);
    expect(stderr).toBe('');
    expect(stdout).toContain(`2026-01-05T${at} {`);
    expect(stdout).toContain(', 1 with the date of --date');
  });

  test('after midnight, the date is the next', async () => {
    const { stdout, stderr } = await tryTimes(['23:59:59', '00:00:00', '00:00:00']);
    expect(stderr).toBe('');
    expect(stdout).toContain('2026-01-05T22:59:59.000Z {');
    expect(stdout).toContain('2026-01-05T23:00:00.000Z {');
    expect(stdout).toContain(
      ', 3 with the date of --date, 2 of them after midnight, on a later day',
    );
  });

  test('the first file does not change the date of the second', async () => {
    const files = await Promise.all(
      ['23:00:00', '01:00:00'].map((time) => place.written(`${time}.csv`, timesOf(time))),
    );
    const paths = files.flatMap((file) => ['--file', file]);
    const day = ['--date', '2026-01-05', '--timezone', 'UTC'];
    const { stdout, stderr } = await place.run('--dry-run', ...paths, ...day);
    expect(stderr).toBe('');
    expect(stdout).toContain('2026-01-05T01:00:00.000Z {');
  });

  test.each<[string, string[], string[], string]>([
    [
      'a time before the row above',
      ['08:00:05', '08:00:04'],
      [],
      '«08:00:04» is earlier than the time of the row before, but not after a midnight',
    ],
    ['a date in the file', ['2026-01-05T08:00:00Z'], [], 'is not a time of day such as 08:00:00'],
    [
      'a date in the format',
      ['05.01.2026 08:00'],
      ['--time-format', 'DD.MM.YYYY HH:mm'],
      'is not a pattern of HH, hh with A, mm, ss, SSS, Z, which --date requires',
    ],
    ['seconds', ['1'], ['--time-format', 'epoch s'], 'which --date requires'],
    ['another date', ['08:00:00'], ['--date', '05.01.2026'], '--date «05.01.2026» is not a date'],
    ['an arrival', ['08:00:00'], ['--arrival', SPEED], '--arrival does not work with --date'],
    ['a date that does not exist', ['08:00:00'], ['--date', '2026-02-30'], 'is not a date'],
  ])('%s is rejected', async (_, times, args, message) => {
    expect((await tryTimes(times, ...args)).stderr).toContain(message);
  });

  test.each([
    ['no format', [], '«08:00:00» has no date: set --date to the date of the first row'],
    [
      'seconds since a time',
      ['--time-format', 's since 2026-01-05T07:00:00Z'],
      '«08:00:00» is a time of day, not a number of seconds (see --date and --time-format)',
    ],
    [
      'an epoch',
      ['--time-format', 'epoch ms'],
      '«08:00:00» is a time of day, not a number of milliseconds since 1970 (see --date',
    ],
    ['a pattern', ['--time-format', 'HH:mm:ss'], 'has no date: add YYYY, MM and DD, or set --date'],
  ])('the error without it names it: %s', async (_, args, message) => {
    const { stderr } = await tryFile(timesOf('08:00:00'), '--timezone', 'Europe/Berlin', ...args);
    expect(stderr).toContain(message);
  });
});

test('--thousands sets the thousands separator', async () => {
  const csv = (value: string) => `Instant,Power [kW]\n2026-01-01T00:00:00Z,"${value}"\n`;
  const map = ['--map', `Power [kW]=${POWER}`, '--thousands', ','];
  expect((await tryFile(csv('1,234.5'), ...map)).stdout).toContain(`{"${POWER}":1234500}`);
  expect((await tryFile(csv('1,23'), ...map)).stderr).toContain('«1,23» is not a number');
});

test('errors in a file of a profile name the options for its dates and ranges', async () => {
  const rows = [
    '03/29/2021,11:13:45,87.5,0,N,33.9,-6.7,140,0,20,60,Clouds,2,0,40',
    '90/02/2032,11:13:46,187.5,0,N,33.9,-6.7,140,0,20,60,Clouds,2,0,40',
  ];
  const heading =
    'Date,Time,Soc,Speed,Mode,LAT,LON,ALT,GpsSpeed,Temperature,Humidity,Weather,WindSpeedAv,Traffic,SpeedLimit';
  const args = ['--profile', 'twizy', '--timezone', 'Africa/Casablanca'];
  const csv = [heading, ...rows].join('\n');
  expect((await tryFile(csv, ...args)).stderr).toContain('set --impossible-date previous');
  args.push('--impossible-date', 'previous');
  expect((await tryFile(csv, ...args)).stderr).toContain('set --out-of-range empty');
  const { stdout } = await tryFile(csv, ...args, '--out-of-range', 'empty');
  expect(stdout).toContain(', 1 with the date of the previous row, 1 values out of range left out');
  expect(stdout).toContain('2021-03-29T10:13:46.000Z {');
});
