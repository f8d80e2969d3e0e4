import { createHash } from 'node:crypto';

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
  return { chunks: chunks(), result: () => ({ rows, sha256: hash.digest('hex') }) };
}
