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

/** Kinds of what a log cannot be read for; a reader of another format has none of its own. */
export type LogProblem = 'xes' | 'csv' | 'empty' | 'column' | 'time';

/** A log that cannot be read: in words for a console, and in parts for a page. */
export class EventLogError extends Error {
  readonly problem: LogProblem | undefined;
  /** Line of the file, from 1, where that is known. */
  readonly line: number | undefined;
  /** What is meant: a heading, or a parser's own words. */
  readonly what: string | undefined;

  constructor(
    message: string,
    {
      problem,
      line,
      what,
      cause,
    }: { problem?: LogProblem; line?: number; what?: string; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.problem = problem;
    this.line = line;
    this.what = what;
  }
}
