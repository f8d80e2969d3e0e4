import { BackendError } from '#server/vehicles/backend-error.ts';

/** Maximum size in bytes of an NDJSON line, and of a response that is a single JSON value. */
export const MAX_LINE = 2 ** 20;
const FIRST_SIZE = 2 ** 16;
const LINE_FEED = 0x0a;

export async function* ndjsonLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const line = new JsonBytes();
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      line.append(chunk.subarray(start, end));
      if (!line.isBlank()) yield line.json();
      line.clear();
      start = end + 1;
    }
    line.append(chunk.subarray(start));
  }
  if (!line.isBlank()) yield line.json();
}

export async function jsonOf(chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
  const bytes = new JsonBytes();
  for await (const chunk of chunks) bytes.append(chunk);
  return bytes.json();
}

class JsonBytes {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #bytes = Buffer.allocUnsafe(FIRST_SIZE);
  #length = 0;

  append(part: Uint8Array): void {
    const length = this.#length + part.length;
    if (length > MAX_LINE)
      throw new BackendError('lineTooLong', `A line exceeds ${MAX_LINE} bytes`);
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(MAX_LINE, 2 * length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(part, this.#length);
    this.#length = length;
  }

  clear(): void {
    this.#length = 0;
  }

  isBlank(): boolean {
    return this.#bytes.subarray(0, this.#length).every((byte) => byte <= 0x20);
  }

  json(): unknown {
    try {
      return JSON.parse(this.#decoder.decode(this.#bytes.subarray(0, this.#length)));
    } catch (error) {
      // The line is not quoted, because it contains personal data.
      const reason = error instanceof TypeError ? 'not valid UTF-8' : 'not valid JSON';
      throw new BackendError('notAgreed', `A line is ${reason}`, { cause: error });
    }
  }
}
