import { ToolError } from '../usage.ts';

/** Invalid input. Nothing was imported. */
export class ImportError extends ToolError {}

/** Invalid field. The file reader adds line and column to the message. */
export class FieldError extends Error {
  readonly column: string;
  /** Counted from 0. */
  record: number | undefined;

  constructor(column: string, message: string) {
    super(message);
    this.column = column;
  }
}

export class RangeFieldError extends FieldError {
  readonly value: number;

  constructor(column: string, message: string, value: number) {
    super(column, message);
    this.value = value;
  }
}

/** Whole number that a double cannot represent. `value` is the nearest double. */
export class InexactFieldError extends RangeFieldError {}
