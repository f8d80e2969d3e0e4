/**
 * Decompresses an LZ4 block, the Parquet codec `LZ4_RAW`. See `lz4_Block_format.md` of LZ4.
 * @throws {RangeError} if the block is damaged
 */
export function lz4Block(input: Uint8Array, size: number): Uint8Array {
  const output = new Uint8Array(size);
  let [at, end] = [0, 0];
  const byte = () => {
    const value = input[at++];
    if (value === undefined) throw new RangeError('an LZ4 block is truncated');
    return value;
  };
  const length = (short: number) => {
    let sum = short;
    for (let more = short === 15 ? 255 : 0; more === 255; sum += more) more = byte();
    return sum;
  };
  while (at < input.length) {
    const token = byte();
    const literals = length(token >> 4);
    if (at + literals > input.length) throw new RangeError('an LZ4 block is truncated');
    output.set(input.subarray(at, at + literals), end);
    at += literals;
    end += literals;
    // The last sequence has literals only.
    if (at >= input.length) break;
    const offset = byte() | (byte() << 8);
    const stop = end + length(token & 15) + 4;
    if (offset === 0 || offset > end || stop > size)
      throw new RangeError('an LZ4 block is damaged');
    for (; end < stop; end++) output[end] = output[end - offset] as number;
  }
  if (end !== size) throw new RangeError('an LZ4 block is truncated');
  return output;
}
