import { createHash } from 'node:crypto';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';

/** Passes the chunks of one sheet on and hashes them; `result` is there once all are through. */
export function hashed(source: AsyncGenerator<Buffer, number>) {
  const hash = createHash('sha256');
  let rows = 0;
  async function* chunks() {
    for (;;) {
      const next = await source.next();
      if (next.done) {
        rows = next.value;
        return;
      }
      hash.update(next.value);
      yield next.value;
    }
  }
  return {
    readable: NodeReadableStream.from(chunks()) as ReadableStream<Buffer>,
    result: () => ({ rows, sha256: hash.digest('hex') }),
  };
}
