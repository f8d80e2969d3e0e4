/** Types of attributes that XES (IEEE 1849) has, besides lists. */
export const attributeTypes = ['string', 'date', 'int', 'float', 'boolean', 'id'] as const;
export type AttributeType = (typeof attributeTypes)[number];

/** An attribute with its value as text: a date keeps its zone, a number its digits. */
export interface Attribute {
  type: AttributeType;
  key: string;
  value: string;
}

/** A case (a trace of XES) with its events in their order. */
export interface LoggedCase {
  attributes: readonly Attribute[];
  events: readonly (readonly Attribute[])[];
}

/** A log, case by case: it may be longer than memory holds. */
export type EventLog = AsyncIterable<LoggedCase>;

/** Keys of XES's standard extensions. */
export const keys = {
  name: 'concept:name',
  time: 'time:timestamp',
  resource: 'org:resource',
  role: 'org:role',
  lifecycle: 'lifecycle:transition',
} as const;

/** Value of an attribute; undefined where there is none. */
export const valueIn = (attributes: readonly Attribute[], key: string): string | undefined =>
  attributes.find((attribute) => attribute.key === key)?.value;

/** A log that cannot be read, with the line where that is known. */
export class EventLogError extends Error {}
