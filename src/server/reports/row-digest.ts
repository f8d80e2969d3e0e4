import { createHash } from 'node:crypto';
import { exactDecimal, type Row } from '#lib/encrypted-xlsx/cells.ts';

/**
 * SHA-256 of rows in a canonical form, whatever file they are written to: each row a JSON array of
 * its cells without the columns' names, ended by a line feed; −0 is written with its sign.
 */
export class RowDigest {
  readonly #hash = createHash('sha256');
  rows = 0;
  #hex: string | null = null;

  /** Passes batches on as they come. */
  async *over(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
    for await (const batch of batches) {
      this.#hash.update(batch.map((row) => `[${row.map(jsonOf).join(',')}]\n`).join(''));
      this.rows += batch.length;
      yield batch;
    }
  }

  /** Once all rows are through, hexadecimal. */
  get sha256(): string {
    this.#hex ??= this.#hash.digest('hex');
    return this.#hex;
  }
}

/** A cell as JSON, which has −0 though `JSON.stringify` drops its sign. */
export const jsonOf = (cell: Row[number]): string =>
  typeof cell === 'number' && Number.isFinite(cell) ? exactDecimal(cell) : JSON.stringify(cell);
