import { readFileSync } from 'node:fs';
import { XmlDocument, XmlElement, XsdValidator } from 'libxml2-wasm';
import type { Attribute, LoggedCase } from '#lib/event-log/event-log.ts';

const schema = readFileSync(new URL('./xes.xsd', import.meta.url), 'utf8');

/**
 * Reads a log with libxml2.
 * @throws when the schema of IEEE 1849 does not allow it
 */
export function readXes(text: string): LoggedCase[] {
  using xsd = XmlDocument.fromString(schema);
  using validator = XsdValidator.fromDoc(xsd);
  using document = XmlDocument.fromString(text);
  validator.validate(document);
  return elements(document.root, 'trace').map((trace) => ({
    attributes: attributesOf(trace),
    events: elements(trace, 'event').map(attributesOf),
  }));
}

const elements = (parent: XmlElement, path: string) =>
  parent.find(path).filter((node) => node instanceof XmlElement);

const attributesOf = (parent: XmlElement) =>
  elements(parent, '*[@key]').map(
    (element): Attribute => ({
      type: element.name as Attribute['type'],
      key: element.attr('key')?.value ?? '',
      value: element.attr('value')?.value ?? '',
    }),
  );

export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}
