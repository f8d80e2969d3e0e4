import { type EventLog, type LoggedCase, valueIn } from './event-log.ts';

/** Columns of a log in CSV: keys of attributes of cases and of events. */
export interface LogColumns {
  case: readonly string[];
  event: readonly string[];
}

/**
 * Writes a log in CSV (RFC 4180), a row an event, a piece of text a case. Attributes of cases have
 * `case:` before their key, as process mining's tools expect; a case without events has no row.
 */
export async function* writeCsvLog(log: EventLog, columns: LogColumns): AsyncGenerator<string> {
  yield row([...columns.case.map((key) => `case:${key}`), ...columns.event]);
  for await (const one of log) yield rowsOf(one, columns);
}

function rowsOf({ attributes, events }: LoggedCase, columns: LogColumns): string {
  const own = columns.case.map((key) => valueIn(attributes, key));
  return events
    .map((event) => row([...own, ...columns.event.map((key) => valueIn(event, key))]))
    .join('');
}

const row = (cells: readonly (string | undefined)[]) =>
  `${cells.map((cell = '') => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
