import { create } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface FileAnswer {
  name: string;
  mediaType: string;
  size?: number;
  content: NodeJS.ReadableStream;
}

interface ByteRange {
  start: number;
  end: number;
}

interface ResumableFile extends Omit<FileAnswer, 'content' | 'size'> {
  size: number;
  sha256: string;
  read: (part: ByteRange | null) => Promise<NodeJS.ReadableStream>;
}

export type AnyFile = FileAnswer | ResumableFile;

export function sendAnyFile(request: FastifyRequest, reply: FastifyReply, file: AnyFile) {
  return 'read' in file ? sendPart(request, reply, file) : sendFile(reply, file);
}

/** Responds 416 to an unsatisfiable range (RFC 9110 §15.5.17). */
async function sendPart(request: FastifyRequest, reply: FastifyReply, file: ResumableFile) {
  const { size, read, sha256, ...named } = file;
  const etag = `"${sha256}"`;
  reply.header('accept-ranges', 'bytes').header('etag', etag);
  const part = byteRangeOf(request.headers, { size, etag });
  if (part === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  if (!part) return sendFile(reply, { ...named, size, content: await read(null) });
  const { start, end } = part;
  const content = await read(part);
  reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  return sendFile(reply, { ...named, size: end - start + 1, content });
}

function sendFile(reply: FastifyReply, file: FileAnswer) {
  if (file.size !== undefined) reply.header('content-length', file.size);
  return reply
    .header('content-type', file.mediaType)
    .header('content-disposition', create(file.name))
    .send(file.content);
}

/**
 * Returns the requested range (RFC 9110 §14.2). Null means the whole file: no range, another ETag
 * in If-Range, or several ranges, which a server may ignore.
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

/** First characters of formulas in spreadsheets, including full-width ones. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Formats a CSV line (RFC 4180). Escapes texts that spreadsheets would evaluate as formulas. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number | null): string {
  const text = String(value ?? '');
  const inert = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
