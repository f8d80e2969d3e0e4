/** Problem with the input, in words for the operator. Nothing has been imported then. */
export class ImportError extends Error {}

/** One field cannot be read; the reader of the file adds line and column. */
export class FieldError extends Error {
  readonly column: string;

  constructor(column: string, message: string) {
    super(message);
    this.column = column;
  }
}

/** A number outside its signal's range. */
export class RangeFieldError extends FieldError {
  /** The number that is kept where the importer says so. */
  readonly value: number;

  constructor(column: string, message: string, value: number) {
    super(column, message);
    this.value = value;
  }
}

/** A whole number that no number of ours is: `value` is the next one. */
export class InexactFieldError extends RangeFieldError {}
