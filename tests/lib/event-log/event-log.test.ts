import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Attribute,
  type LoggedCase,
  writeCsvLog,
  writeXes,
} from '#lib/event-log/event-log.ts';
import { collect, readXes } from './read-xes.ts';

const string = (key: string, value: string): Attribute => ({ type: 'string', key, value });

/** Cases with every type of attribute, and times in several zones. */
const log = Array.from(
  { length: 30 },
  (_, number): LoggedCase => ({
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
    ]),
  }),
);

async function textOf(
  write: (log: AsyncIterable<LoggedCase>) => AsyncIterable<string>,
  cases: readonly LoggedCase[],
): Promise<string> {
  const stream = async function* () {
    yield* cases;
  };
  return (await collect(write(stream()))).join('');
}

test('XES is valid against the schema of IEEE 1849 and keeps zones, digits and every character', async () => {
  const text = await textOf(writeXes, log);
  expect(readXes(text)).toEqual(log);
  expect(() => readXes(text.replace('<date ', '<date more="1" '))).toThrow(
    "The attribute 'more' is not allowed",
  );
});

test('XES declares its extensions, its classifier and global attributes', async () => {
  const elements = (await textOf(writeXes, [])).match(/(?<=^ {2}<)\w+/gm);
  expect(elements).toEqual([
    ...Array(4).fill('extension'),
    ...Array(2).fill('global'),
    'classifier',
  ]);
});

test('any text that XML 1.0 allows is restored from XES; other characters become U+FFFD', async () => {
  const cases = (value: string): LoggedCase[] => [{ attributes: [string('k', value)], events: [] }];
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      const allowed = text.replaceAll(
        /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu,
        '',
      );
      expect(readXes(await textOf(writeXes, cases(allowed)))).toEqual(cases(allowed));
    }),
    { seed: 7, numRuns: 200 },
  );
  expect(readXes(await textOf(writeXes, cases('a\u0000b\uD800c')))).toEqual(
    cases('a\uFFFDb\uFFFDc'),
  );
});

test('CSV has one row per event, with the attributes of its case', async () => {
  const cases: LoggedCase[] = [
    {
      attributes: [string('concept:name', 'A, "a"'), string('kind', 'public')],
      events: [
        [string('concept:name', 'file'), string('text', 'one\ntwo')],
        [string('concept:name', 'start')],
      ],
    },
    { attributes: [string('concept:name', 'B')], events: [] },
  ];
  const columns = { case: ['concept:name', 'kind'], event: ['concept:name', 'text'] };
  expect(await textOf((each) => writeCsvLog(each, columns), cases)).toBe(
    [
      'case:concept:name,case:kind,concept:name,text',
      '"A, ""a""",public,file,"one\ntwo"',
      '"A, ""a""",public,start,',
      '',
    ].join('\r\n'),
  );
});
