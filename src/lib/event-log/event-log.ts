/** XES attribute. A value is text, to keep a date's time zone and a number's digits. */
export interface Attribute {
  type: 'string' | 'date' | 'int' | 'float' | 'boolean' | 'id';
  key: string;
  value: string;
}

export interface LoggedCase {
  attributes: readonly Attribute[];
  events: readonly (readonly Attribute[])[];
}

export type EventLog = AsyncIterable<LoggedCase>;

export const keys = {
  name: 'concept:name',
  time: 'time:timestamp',
  resource: 'org:resource',
  role: 'org:role',
  lifecycle: 'lifecycle:transition',
} as const;

interface LogColumns {
  case: readonly string[];
  event: readonly string[];
}

/**
 * Writes a log as CSV (RFC 4180) with one row per event; yields the text of one case at a time.
 * Keys of case attributes get the prefix `case:`, as process mining tools expect. A case without
 * events has no row.
 */
export async function* writeCsvLog(log: EventLog, columns: LogColumns): AsyncGenerator<string> {
  yield csvRow([...columns.case.map((key) => `case:${key}`), ...columns.event]);
  for await (const { attributes, events } of log) {
    const own = columns.case.map((key) => valueIn(attributes, key));
    yield events
      .map((event) => csvRow([...own, ...columns.event.map((key) => valueIn(event, key))]))
      .join('');
  }
}

const valueIn = (attributes: readonly Attribute[], key: string): string =>
  attributes.find((attribute) => attribute.key === key)?.value ?? '';

const csvRow = (cells: readonly string[]) =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;

const extensions = [
  ['Concept', 'concept'],
  ['Time', 'time'],
  ['Organizational', 'org'],
  ['Lifecycle', 'lifecycle'],
] as const;

/** Writes XES (IEEE 1849-2016) case by case. Events need a name and a time; keys must be XML names. */
export async function* writeXes(log: EventLog): AsyncGenerator<string> {
  yield `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    // The schema of the standard has a decimal version and no namespace.
    '<log xes.version="1849.2016" xes.features="">',
    ...extensions.map(
      ([name, prefix]) =>
        `  <extension name="${name}" prefix="${prefix}" uri="http://www.xes-standard.org/${prefix}.xesext"/>`,
    ),
    '  <global scope="trace">',
    `    <string key="${keys.name}" value="unknown"/>`,
    '  </global>',
    '  <global scope="event">',
    `    <string key="${keys.name}" value="unknown"/>`,
    `    <date key="${keys.time}" value="1970-01-01T00:00:00.000Z"/>`,
    '  </global>',
    `  <classifier name="Activity" scope="event" keys="${keys.name}"/>`,
  ].join('\n')}\n`;
  for await (const trace of log) yield xesTrace(trace);
  yield '</log>\n';
}

const xesTrace = ({ attributes, events }: LoggedCase) =>
  [
    '  <trace>',
    ...attributes.map((attribute) => `    ${xesElement(attribute)}`),
    ...events.flatMap((event) => [
      '    <event>',
      ...event.map((attribute) => `      ${xesElement(attribute)}`),
      '    </event>',
    ]),
    '  </trace>',
    '',
  ].join('\n');

const xesElement = ({ type, key, value }: Attribute) =>
  `<${type} key="${escaped(key)}" value="${escaped(value)}"/>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
    .replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
