/** A stream that collects its chunks in memory. */
export function memoryStream() {
  const chunks: Uint8Array[] = [];
  const stream = new WritableStream<Uint8Array>({
    write: (chunk) => {
      chunks.push(chunk.slice());
    },
  });
  return { stream, bytes: () => Buffer.concat(chunks) };
}
