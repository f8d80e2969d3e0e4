/** A stream that keeps what it is given. */
export function memoryStream() {
  const chunks: Uint8Array[] = [];
  const stream = new WritableStream<Uint8Array>({
    write: (chunk) => {
      chunks.push(chunk.slice());
    },
  });
  return { stream, bytes: () => Buffer.concat(chunks) };
}
