import { createHash } from 'node:crypto';
import type { Row } from '#lib/encrypted-xlsx/cells.ts';

/**
 * SHA-256 of rows in a canonical form, whatever file they are written to: each row a JSON array of
 * its cells without the columns' names, ended by a line feed.
 */
export class RowDigest {
  readonly #hash = createHash('sha256');
  rows = 0;
  #hex: string | null = null;

  /** Passes batches on as they come. */
  async *over(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
    for await (const batch of batches) {
      this.#hash.update(batch.map((row) => `${JSON.stringify(row)}\n`).join(''));
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
