import { csvRows } from './csv-rows.ts';
import { type Attribute, EventLogError, keys, type LoggedCase } from './event-log.ts';

/** Columns of a log in CSV that mean more than themselves, by their headings. */
export interface CsvColumns {
  case: string;
  activity: string;
  time: string;
  resource?: string | undefined;
  role?: string | undefined;
}

/** Before the key of an attribute of the case, as process mining's tools write it. */
const OF_CASE = 'case:';

/**
 * Reads a log in CSV (RFC 4180, UTF-8, with headings), a row an event; `case:` stands before the key of
 * an attribute of the case, which the first row tells. Rows of a case may stand
 * anywhere: the whole log is held, and each case has its events in the order of their times, then of
 * their rows.
 * @throws {EventLogError} that names the line, or the column that is not there
 */
export async function* readCsvLog(
  text: AsyncIterable<string>,
  columns: CsvColumns,
): AsyncGenerator<LoggedCase> {
  const cases = new Map<string, { at: number; event: Attribute[]; of: Attribute[] }[]>();
  for await (const { name, ...read } of eventsOf(text, columns)) {
    const events = cases.get(name) ?? [];
    cases.set(name, events);
    events.push(read);
  }
  for (const [value, events] of cases)
    yield {
      attributes: [{ type: 'string', key: keys.name, value }, ...(events[0]?.of ?? [])],
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
  for await (const { cells, line } of csvRows(text)) {
    if (!headings) {
      headings = cells;
      for (const wanted of [columns.case, ...meanings.keys()])
        if (!headings.includes(wanted))
          throw new EventLogError(`there is no column «${wanted}»`, {
            problem: 'column',
            what: wanted,
          });
      continue;
    }
    const name = cells[headings.indexOf(columns.case)] ?? '';
    const event = headings.flatMap((heading, index): Attribute[] => {
      const value = cells[index] ?? '';
      if (heading === columns.case || heading.startsWith(OF_CASE) || value === '') return [];
      const meaning = meanings.get(heading);
      if (!meaning) return [{ type: 'string', key: heading, value }];
      return [{ type: meaning === 'time' ? 'date' : 'string', key: keyOf[meaning], value }];
    });
    const at = Date.parse(cells[headings.indexOf(columns.time)] ?? '');
    if (Number.isNaN(at))
      throw new EventLogError(`line ${line}: «${columns.time}» holds no time`, {
        problem: 'time',
        line,
        what: columns.time,
      });
    yield { name, at, event, of: caseAttributes(headings, cells, columns.case) };
  }
  if (!headings) throw new EventLogError('the file is empty', { problem: 'empty' });
}

function caseAttributes(headings: string[], cells: string[], name: string): Attribute[] {
  return headings.flatMap((heading, index): Attribute[] => {
    const value = cells[index] ?? '';
    if (heading === name || !heading.startsWith(OF_CASE) || value === '') return [];
    return [{ type: 'string', key: heading.slice(OF_CASE.length), value }];
  });
}
