import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { fileTypeFromFile } from 'file-type';
import type * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { parseInput } from '#contract/envelope.ts';
import { visibleText } from '#contract/fields.ts';
import type { FileMark } from '#contract/files.ts';
import type { fileLimits } from '#contract/limits.ts';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import { limitBody } from '#server/platform/http/connections.ts';
import type { Rejection } from '#server/platform/inspection/findings.ts';
import { inspectFile } from '#server/platform/inspection/inspector.ts';
import type { FileStorage, Received } from './file-storage.ts';

type Extension = (typeof fileLimits.extensions)[number];

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const kinds: Record<Extension, { mediaType: string; content: string }> = {
  jpeg: { mediaType: 'image/jpeg', content: 'image/jpeg' },
  jpg: { mediaType: 'image/jpeg', content: 'image/jpeg' },
  png: { mediaType: 'image/png', content: 'image/png' },
  pdf: { mediaType: 'application/pdf', content: 'application/pdf' },
  zip: { mediaType: 'application/zip', content: 'application/zip' },
  rar: { mediaType: 'application/vnd.rar', content: 'application/x-rar-compressed' },
  // The type of every compound file; the inspection checks that it is a Word document.
  doc: { mediaType: 'application/msword', content: 'application/x-cfb' },
  docx: { mediaType: DOCX, content: DOCX },
};

export interface Upload<Fields> {
  fields: Fields;
  name: string;
  mediaType: string;
  received: Received;
  marks: readonly FileMark[];
}

/**
 * Reads a multipart body: fields in any order, and exactly one file named `file`, which is
 * inspected once the fields are valid.
 * @throws {ApiError} `invalid`, `tooLarge`, `emptyFile`, `typeNotSupported` or `unsafeFile`; the
 * file is then discarded
 */
export async function readUpload<Fields extends z.core.$ZodType>(
  request: FastifyRequest,
  schema: Fields,
  storage: FileStorage,
): Promise<Upload<z.output<Fields>>> {
  if (!request.isMultipart()) throw invalid('file', 'required');
  limitBody(request.raw);
  const values: Record<string, unknown> = {};
  let file: Arrived | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file' && !file) file = await receiveFile(part, storage);
      else if (part.type === 'field' && !Object.hasOwn(values, part.fieldname))
        values[part.fieldname] = part.value;
      else throw invalid(part.fieldname, 'unknown');
    }
    if (!file) throw invalid('file', 'required');
    const parsed = parseInput(schema, values);
    if ('fields' in parsed) throw new ApiError(codes.invalid, { fields: parsed.fields });
    return { fields: parsed.value, ...(await inspectArrived(file)) };
  } catch (error) {
    // Discards the rest: the client reads the response only after it has sent the body.
    request.raw.unpipe();
    request.raw.resume();
    await file?.received.discard();
    throw asApiError(error);
  }
}

interface Arrived {
  name: string;
  extension: Extension;
  received: Received;
}

async function receiveFile(part: MultipartFile, storage: FileStorage): Promise<Arrived> {
  if (part.fieldname !== 'file') throw invalid(part.fieldname, 'unknown');
  const name = cleanFileName(part.filename);
  const extension = extensionOf(name);
  if (!isSupported(extension)) throw new ApiError(codes.typeNotSupported, { file: name });
  const received = await storage.receive(part.file);
  if (!part.file.truncated) return { name, extension, received };
  await received.discard();
  throw new ApiError(codes.tooLarge, { file: name });
}

async function inspectArrived({
  name,
  extension,
  received,
}: Arrived): Promise<Omit<Upload<never>, 'fields'>> {
  if (received.size === 0) throw new ApiError(codes.emptyFile, { file: name });
  const mediaType = await mediaTypeOf(received.path, extension);
  if (!mediaType) throw new ApiError(codes.typeNotSupported, { file: name });
  const findings = await inspectFile(received.path, name);
  if (findings.rejected !== null) throw rejectionOf(name, findings);
  return { name, mediaType, received, marks: findings.marks };
}

function rejectionOf(file: string, { rejected, inside }: Rejection): ApiError {
  if (rejected === 'otherType') return new ApiError(codes.typeNotSupported, { file });
  return new ApiError(codes.unsafeFile, {
    file,
    unsafe: rejected,
    ...(inside !== null && { detail: inside }),
  });
}

/** Returns system errors, which have an `errno`, unchanged. The client caused all others. */
function asApiError(error: unknown): unknown {
  const isOurs = error instanceof ApiError || error instanceof StoreUnavailable;
  if (isOurs || (error instanceof Error && 'errno' in error)) return error;
  return new ApiError(codes.invalid, { file: '' });
}

function isSupported(extension: string): extension is Extension {
  return Object.hasOwn(kinds, extension);
}

async function mediaTypeOf(path: string, extension: Extension): Promise<string | null> {
  const { mediaType, content } = kinds[extension];
  // The inspection finds the header of a PDF, which may not be at the start of the file.
  if (extension === 'pdf') return mediaType;
  const found = await fileTypeFromFile(path).catch(() => undefined);
  // A document with a password is a compound file.
  const isLocked = extension === 'docx' && found?.mime === kinds.doc.content;
  return isLocked || found?.mime === content ? mediaType : null;
}

const MAX_NAME_LENGTH = 120;

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\ufffd]/gu;

export function cleanFileName(sent: string): string {
  const base = sent.split(/[/\\]/).at(-1) ?? '';
  const name = visibleText(base.toWellFormed().normalize('NFC').replace(CONTROL, ''))
    .replace(/[<>:|?*]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const extension = extensionOf(name);
  if (!extension) return [...name].slice(0, MAX_NAME_LENGTH).join('') || 'file';
  const stem = [...name.slice(0, -extension.length - 1)];
  const room = MAX_NAME_LENGTH - extension.length - 1;
  return `${stem.slice(0, Math.max(1, room)).join('')}.${extension}`;
}

function extensionOf(name: string): string {
  return /[^.]\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
