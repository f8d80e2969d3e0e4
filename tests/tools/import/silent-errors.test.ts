import { describe, expect, test } from 'vitest';
import { importPlace } from './import-run.ts';

const SPEED = 'Vehicle.Speed';
const ODOMETER = 'Vehicle.TraveledDistance';
const GEAR = 'Vehicle.Powertrain.Transmission.CurrentGear';
const LIMIT = 'Vehicle.Powertrain.TractionBattery.Charging.ChargeLimit';
const CHARGING = 'Vehicle.Powertrain.TractionBattery.Charging.IsCharging';
const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const LONGITUDE = 'Vehicle.CurrentLocation.Longitude';

const RANGE = 'Vehicle.Powertrain.TractionBattery.Range';
const POWER = 'Vehicle.Powertrain.TractionBattery.CurrentPower';
const BATTERY = 'Vehicle.Powertrain.TractionBattery.Temperature.Average';

const place = importPlace();

async function tryFile(csv: string, mapping: object = {}, ...args: string[]) {
  const file = await place.written('drive.csv', csv);
  const path = await place.written('mapping.json', JSON.stringify(mapping));
  return place.run('--dry-run', '--file', file, '--mapping', path, ...args);
}

const at = (time: string) => `Instant,${SPEED}\n${time},1\n`;
const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const speed = (value: string) => `Instant,${SPEED}\n2026-01-01T00:00:00Z,${value}\n`;
const positions = (heading: string, values: string) =>
  `Instant,${heading}\n2026-01-01T00:00:00Z,${values}\n`;

describe('an import is rejected with line, column and what is valid', () => {
  test.each<[string, string, object, string]>([
    ['seconds read as ms', at('1767600000'), { timeFormat: 'epoch ms' }, 'is before 1990'],
    ['ms read as seconds', at('1767600000123'), { timeFormat: 'epoch s' }, 'is in the future'],
    ['a future instant', at('2126-02-28T10:00:00Z'), {}, 'line 2, column Instant: «2126-02-28T10'],
    ['hours of an offset', at('2026-01-01T00:00:00+25:00'), {}, '-12:00 to +14:00'],
    ['minutes of an offset', at('2026-01-01T00:00:00+01:75'), {}, '-12:00 to +14:00'],
    ['a speed of 9999', speed('9999'), {}, `outside the range of ${SPEED}, -1 to 500`],
    ['a speed of -7', speed('-7'), {}, `outside the range of ${SPEED}`],
    ['a speed of 1e21', speed('1e21'), {}, `outside the range of ${SPEED}`],
    ['an odometer of 1e12 m', positions(ODOMETER, '1000000000000'), {}, 'outside the range of'],
    ['a range of 1e12 m', positions(RANGE, '1000000000000'), {}, 'outside the range of'],
    ['a power of 1e21 W', positions(POWER, '1e21'), {}, 'outside the range of'],
    ['a battery of 9999 °C', positions(BATTERY, '9999'), {}, 'outside the range of'],
    ['an instant 20 hours ahead', at(hoursAhead(20)), {}, 'is in the future'],
    [
      'an arrival 20 hours ahead',
      `Instant,A,${SPEED}\n2026-01-01T00:00:00Z,${hoursAhead(20)},1\n`,
      { arrival: 'A' },
      'is in the future',
    ],
    [
      'swapped coordinates',
      positions('gps_lat,GPS Longitude', '33.9,-6.7'),
      { columns: { gps_lat: { signal: LONGITUDE }, 'GPS Longitude': { signal: LATITUDE } } },
      'column «gps_lat» is mapped to a longitude',
    ],
    [
      'swapped coordinates in camel case',
      positions('gpsLat,gpsLng', '33.9,-6.7'),
      { columns: { gpsLat: { signal: LONGITUDE }, gpsLng: { signal: LATITUDE } } },
      'column «gpsLat» is mapped to a longitude',
    ],
    [
      'a position at 0, 0',
      positions(`${LATITUDE},${LONGITUDE}`, '0,0'),
      {},
      'latitude and longitude are both 0',
    ],
    [
      'a word past its signal’s range',
      positions('Gang', 'N'),
      { columns: { Gang: { signal: LIMIT, words: { N: 5000 } } } },
      `«5000» is outside the range of ${LIMIT}, 0 to 100`,
    ],
    [
      'a word past its signal’s type',
      positions('Gang', 'N'),
      { columns: { Gang: { signal: GEAR, words: { N: 0.5 } } } },
      '«0.5» is not a whole number',
    ],
    [
      'a word that every object has',
      positions(CHARGING, 'constructor'),
      {},
      '«constructor» is neither true nor false',
    ],
    [
      'a unit that every object has',
      positions('Speed [constructor]', '1'),
      { columns: { 'Speed [constructor]': { signal: SPEED } } },
      'cannot be converted from constructor',
    ],
    [
      'a mapped word that every object has',
      positions('Gang', 'constructor'),
      { columns: { Gang: { signal: GEAR, words: { N: 0 } } } },
      '«constructor» is not one of N',
    ],
    [
      'a unit in a heading that cannot be converted',
      positions('Speed [furlongs]', '1'),
      { columns: { 'Speed [furlongs]': { signal: SPEED } } },
      'cannot be converted from furlongs; known units: km/h, mph',
    ],
  ])('%s', async (_, csv, mapping, message) => {
    const { status, stderr } = await tryFile(csv, mapping);
    expect(stderr).toContain(message);
    expect(status).toBe(1);
  });

  test.each([
    ['--leave-out Sped', `--leave-out «Sped» is not a column; columns: Instant, ${SPEED}`],
    ['--profile constructor', 'unknown --profile constructor'],
    ['--undo', '--dry-run shows what would be stored'],
  ])('%s', async (args, message) => {
    const { stderr } = await tryFile(speed('1'), {}, ...args.split(' '));
    expect(stderr).toContain(message);
  });
});

describe('a dry run and an import say', () => {
  test.each<[string, string, object, string[], string]>([
    [
      'which parentheses in headings are read as no unit',
      `Instant,Speed (furlongs),${ODOMETER}\n2026-01-01T00:00:00Z,1,2\n`,
      {},
      ['--map', `Speed (furlongs)=${SPEED}`],
      ', no unit known in «Speed (furlongs)»: read in km/h',
    ],
    [
      'how often an odometer falls',
      `Instant,${ODOMETER}\n2026-01-01T00:00:00Z,9\n2026-01-01T00:00:01Z,7\n2026-01-01T00:00:02Z,8\n`,
      {},
      [],
      `1 values of ${ODOMETER} lower than before`,
    ],
    [
      'which local times occurred twice',
      `Instant,${SPEED}\n2025-10-26T02:30:00,1\n2025-10-26T02:10:00,2\n2025-10-26T05:00:00,3\n`,
      {},
      ['--timezone', 'Europe/Berlin', '--ambiguous', 'earlier'],
      '2 local times that occurred twice (see --ambiguous)',
    ],
    [
      'how many positions at 0, 0 are left out',
      `Instant,${LATITUDE},${LONGITUDE}\n2026-01-01T00:00:00Z,0,0\n2026-01-01T00:00:01Z,33.9,-6.7\n`,
      {},
      ['--out-of-range', 'empty'],
      '2 values out of range left out',
    ],
  ])('%s', async (_, csv, mapping, args, words) => {
    const file = await place.written('drive.csv', csv);
    expect((await tryFile(csv, mapping, ...args)).stdout).toContain(words);
    expect((await place.run('--file', file, ...args)).stdout).toContain(words);
  });
});

test.each([
  ['Speed [mph]', SPEED, '10', '16.09344'],
  ['Speed (OBD)(mph)', SPEED, '10', '16.09344'],
  ['Outside (°F)', 'Vehicle.Exterior.AirTemperature', '212', '100'],
  ['Distance [mi]', ODOMETER, '1', '1609'],
  ['Speed (GPS)', SPEED, '10', '10'],
  ['Speed mph', SPEED, '10', '16.09344'],
  ['Temp (Deg F)', 'Vehicle.Exterior.AirTemperature', '212', '100'],
  ['temp_f', 'Vehicle.Exterior.AirTemperature', '212', '100'],
  ['temp_min', 'Vehicle.Exterior.AirTemperature', '21', '21'],
  ['Speed', SPEED, '10', '10'],
  ['GPS Speed (Meters/second)', SPEED, '10', '36'],
  ['Odometer (Kilometres)', ODOMETER, '20', '20000'],
  ['Altitude (Foot)', 'Vehicle.CurrentLocation.Altitude', '100', '30.48'],
  ['Level (Percent)', LIMIT, '20', '20'],
  ['Time (Minutes)', 'Vehicle.TripDuration', '2', '120'],
])('the unit in the heading %s is used', async (column, signal, value, stored) => {
  const { stdout } = await tryFile(positions(column, value), { columns: { [column]: { signal } } });
  expect(stdout).toContain(`"${signal}":${stored}`);
});
