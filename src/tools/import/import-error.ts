/** Problem with the input, explained to the operator. Nothing was imported. */
export class ImportError extends Error {}

/** An unreadable field; the file reader adds line and column. */
export class FieldError extends Error {
  readonly column: string;

  constructor(column: string, message: string) {
    super(message);
    this.column = column;
  }
}

/** A number out of the signal's range. */
export class RangeFieldError extends FieldError {
  /** The number, which `--out-of-range keep` imports. */
  readonly value: number;

  constructor(column: string, message: string, value: number) {
    super(column, message);
    this.value = value;
  }
}

/** A whole number that a double cannot represent; `value` is the nearest one. */
export class InexactFieldError extends RangeFieldError {}
