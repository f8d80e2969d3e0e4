import { type Attribute, type EventLog, keys, type LoggedCase } from './event-log.ts';

const extensions = [
  ['Concept', 'concept'],
  ['Time', 'time'],
  ['Organizational', 'org'],
  ['Lifecycle', 'lifecycle'],
] as const;

/**
 * Writes a log as XES (IEEE 1849-2016), a piece of text a case.
 * @param log cases whose events each have a name and a time; keys are names of XML
 */
export async function* writeXes(log: EventLog): AsyncGenerator<string> {
  yield `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    // As the standard's schema has it: its number as a decimal, and elements of no namespace.
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
  for await (const one of log) yield traceOf(one);
  yield '</log>\n';
}

const traceOf = ({ attributes, events }: LoggedCase) =>
  [
    '  <trace>',
    ...attributes.map((attribute) => `    ${elementOf(attribute)}`),
    ...events.flatMap((event) => [
      '    <event>',
      ...event.map((attribute) => `      ${elementOf(attribute)}`),
      '    </event>',
    ]),
    '  </trace>',
    '',
  ].join('\n');

const elementOf = ({ type, key, value }: Attribute) =>
  `<${type} key="${escaped(key)}" value="${escaped(value)}"/>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text of an attribute; what XML 1.0 has no way to say becomes U+FFFD. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
    .replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
