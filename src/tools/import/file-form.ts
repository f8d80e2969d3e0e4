/** A table with a row for each value: the column that names its signal, and the one that holds it. */
export interface LongForm {
  signal: string;
  value: string;
}

/** How the text of a file is written. */
export interface FileForm {
  /** Between the fields of CSV. */
  delimiter: string;
  /** Sign before the decimals of a number. */
  decimal: '.' | ',';
  /** Label of the WHATWG Encoding Standard. */
  encoding: string;
  /** Blanks around the fields of CSV are no part of them. */
  trim?: boolean | undefined;
  /** Of a table with a row for each value. */
  long?: LongForm | undefined;
}

export const usualForm: FileForm = { delimiter: ',', decimal: '.', encoding: 'utf-8' };

/** A record of a file with the line, or number of the row, that it stands on. */
export interface FileRecord {
  record: string[];
  line: number;
}

/** A quote or a line without an end is found after this many characters, not at the end of the file. */
export const MAX_RECORD = 1024 * 1024;
