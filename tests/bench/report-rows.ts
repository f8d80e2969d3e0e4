/** The rows both writers get: an instant as text and seven numbers, as a drive has them. */
export const HEADINGS = [
  'Time stamp (UTC)',
  'Soc',
  'Speed',
  'Gear',
  'Latitude',
  'Longitude',
  'Altitude',
  'Temperature',
];

const START = Date.UTC(2026, 0, 1);

export function reportRow(index: number): (string | number)[] {
  return [
    new Date(START + index * 1000).toISOString(),
    (8754 - (index % 7000)) / 100,
    (index % 9000) / 100,
    (index % 3) - 1,
    (33_986_225 + (index % 50_000)) / 1e6,
    (-6_725_523 - (index % 50_000)) / 1e6,
    140 + (index % 60),
    (200 + (index % 100)) / 10,
  ];
}
