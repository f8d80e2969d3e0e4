import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { type FileForm, type FileRecord, MAX_RECORD } from './file-form.ts';
import { fileText } from './file-text.ts';
import { ImportError } from './import-error.ts';

/** Signs that other programs separate fields by, with what the shell is given. */
const OTHERS: Record<string, string> = { ';': "';'", '\t': 'tab', '|': "'|'", ',': "','" };

/** Records of CSV (RFC 4180), the heading first. */
export async function* csvRecords(
  path: string,
  { delimiter, encoding, trim }: FileForm,
): AsyncGenerator<FileRecord> {
  const name = basename(path);
  const source = Readable.from(withDelimiter(fileText(path, encoding), name, delimiter));
  const parser = parse({
    delimiter,
    info: true,
    // It would take tabs for blanks.
    trim: trim === true && delimiter !== '\t',
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let isHeading = true;
  try {
    for await (const item of parser) {
      const { record, info } = item as { record: string[]; info: Info };
      // Blanks are a part of a text (RFC 4180), not of a name.
      yield { record: isHeading ? record.map((field) => field.trim()) : record, line: info.lines };
      isHeading = false;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new ImportError(`${name}: ${error.message}${hint(error)}`);
    throw error;
  } finally {
    source.destroy();
  }
}

const hint = ({ code, field }: CsvError & { field?: unknown }) =>
  code === 'INVALID_OPENING_QUOTE' && String(field).trim() === '' ? ' (see --trim)' : '';

/** Refuses text whose heading is one field that holds another sign. */
async function* withDelimiter(text: AsyncIterable<string>, name: string, used: string) {
  let isHeading = true;
  for await (const piece of text) {
    const [heading = ''] = isHeading ? piece.split('\n', 1) : [];
    const other = Object.keys(OTHERS).find((sign) => heading.includes(sign));
    if (other !== undefined && !heading.includes(used)) {
      const sign = other === '\t' ? 'tabs' : `«${other}»`;
      throw new ImportError(
        `${name} line 1: the fields look separated by ${sign}: say --delimiter ${OTHERS[other]}`,
      );
    }
    isHeading = false;
    yield piece;
  }
}
