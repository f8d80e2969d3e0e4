/** Bytes of a file from `start` up to and with `end`, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The part of a file that a call asks for (RFC 9110 §14.2): null is all of it, also where the part
 * is of another content (If-Range), or is asked for in a way that a server may pass over, such as
 * several parts at once.
 */
export function byteRangeOf(
  headers: { range?: string | undefined; 'if-range'?: string | string[] | undefined },
  { size, etag }: { size: number; etag: string },
): ByteRange | 'unsatisfiable' | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== etag) return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to));
  if (from !== '' && to !== '' && Number(to) < start) return null;
  return start < size ? { start, end } : 'unsatisfiable';
}
