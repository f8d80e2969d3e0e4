import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { type Attribute, EventLogError, keys, type LoggedCase } from './event-log.ts';

/** Columns of a log in CSV that mean more than themselves, by their headings. */
export interface CsvColumns {
  case: string;
  activity: string;
  time: string;
  resource?: string | undefined;
  role?: string | undefined;
}

/** Most characters of a row: a quote that is never closed is found before the end of the file. */
const MOST_OF_A_ROW = 1024 * 1024;

/**
 * Reads a log in CSV (RFC 4180, UTF-8, with headings), a row an event. Rows of a case may stand
 * anywhere: the whole log is held, and each case has its events in the order of their times, then of
 * their rows.
 * @throws {EventLogError} that names the line, or the column that is not there
 */
export async function* readCsvLog(
  text: AsyncIterable<string>,
  columns: CsvColumns,
): AsyncGenerator<LoggedCase> {
  const cases = new Map<string, { at: number; event: Attribute[] }[]>();
  for await (const { name, ...read } of eventsOf(text, columns)) {
    const events = cases.get(name) ?? [];
    cases.set(name, events);
    events.push(read);
  }
  for (const [value, events] of cases)
    yield {
      attributes: [{ type: 'string', key: keys.name, value }],
      events: events.sort((a, b) => a.at - b.at).map(({ event }) => event),
    };
}

async function* eventsOf(text: AsyncIterable<string>, columns: CsvColumns) {
  const meanings = new Map(
    (['activity', 'time', 'resource', 'role'] as const).flatMap((meaning) => {
      const heading = columns[meaning];
      return heading === undefined ? [] : [[heading, meaning] as const];
    }),
  );
  const keyOf = { activity: keys.name, time: keys.time, resource: keys.resource, role: keys.role };
  let headings: string[] | undefined;
  for await (const { record, line } of rowsOf(text)) {
    if (!headings) {
      headings = record;
      for (const wanted of [columns.case, ...meanings.keys()])
        if (!headings.includes(wanted)) throw new EventLogError(`there is no column «${wanted}»`);
      continue;
    }
    const name = record[headings.indexOf(columns.case)] ?? '';
    const event = headings.flatMap((heading, index): Attribute[] => {
      const value = record[index] ?? '';
      if (heading === columns.case || value === '') return [];
      const meaning = meanings.get(heading);
      if (!meaning) return [{ type: 'string', key: heading, value }];
      return [{ type: meaning === 'time' ? 'date' : 'string', key: keyOf[meaning], value }];
    });
    const at = Date.parse(record[headings.indexOf(columns.time)] ?? '');
    if (Number.isNaN(at)) throw new EventLogError(`line ${line}: «${columns.time}» holds no time`);
    yield { name, at, event };
  }
  if (!headings) throw new EventLogError('the file is empty');
}

async function* rowsOf(text: AsyncIterable<string>) {
  const parser = parse({ bom: true, info: true, max_record_size: MOST_OF_A_ROW });
  // What goes wrong before it, the parser tells.
  pipeline(Readable.from(text), parser).catch(() => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>)
      yield { record, line: info.lines };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new EventLogError(`no CSV: ${error.message}`, { cause: error });
  }
}
