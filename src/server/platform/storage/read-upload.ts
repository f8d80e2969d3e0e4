import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { fileTypeFromFile } from 'file-type';
import type * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { parseInput } from '#contract/envelope.ts';
import type { FileMark } from '#contract/file-safety.ts';
import type { fileLimits } from '#contract/limits.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { limitBody } from '#server/platform/http/drop-rest.ts';
import type { Refusing } from '#server/platform/inspection/findings.ts';
import { inspectFile } from '#server/platform/inspection/inspector.ts';
import { StoreUnavailable } from '#server/platform/store/store-error.ts';
import { cleanFileName, extensionOf } from './file-name.ts';
import type { FileStorage, Received } from './file-storage.ts';

/** Extension of a file that is taken. */
type Extension = (typeof fileLimits.extensions)[number];

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Media type that a file of each extension is sent as, and the type its content has to have. */
const kinds: Record<Extension, { mediaType: string; content: string }> = {
  jpeg: { mediaType: 'image/jpeg', content: 'image/jpeg' },
  jpg: { mediaType: 'image/jpeg', content: 'image/jpeg' },
  png: { mediaType: 'image/png', content: 'image/png' },
  pdf: { mediaType: 'application/pdf', content: 'application/pdf' },
  zip: { mediaType: 'application/zip', content: 'application/zip' },
  rar: { mediaType: 'application/vnd.rar', content: 'application/x-rar-compressed' },
  // A compound file, as other programs write them too: the inspection looks what is in it.
  doc: { mediaType: 'application/msword', content: 'application/x-cfb' },
  docx: { mediaType: DOCX, content: DOCX },
};

/** An upload that passed every check; its content is still to be kept or discarded. */
export interface Upload<Fields> {
  fields: Fields;
  name: string;
  mediaType: string;
  received: Received;
  marks: readonly FileMark[];
}

/**
 * Reads a multipart body: the fields, in any order and before or after it exactly one file under the
 * name `file`. The content is looked into once the fields are known to be right.
 * @param sender account, for the order of files that wait to be looked into
 * @throws {ApiError} `invalid`, `tooLarge`, `emptyFile`, `typeNotSupported` or `unsafeFile`; nothing of the file stays then
 */
export async function readUpload<Fields extends z.core.$ZodType>(
  request: FastifyRequest,
  schema: Fields,
  storage: FileStorage,
  sender: string,
): Promise<Upload<z.output<Fields>>> {
  if (!request.isMultipart()) throw missingFile();
  limitBody(request.raw);
  const given: Record<string, unknown> = {};
  let file: Arrived | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file' && !file) file = await receiveFile(part, storage);
      else if (part.type === 'field' && !Object.hasOwn(given, part.fieldname))
        given[part.fieldname] = part.value;
      else throw unexpected(part.fieldname);
    }
    if (!file) throw missingFile();
    const parsed = parseInput(schema, given);
    if ('fields' in parsed) throw new ApiError(codes.invalid, { fields: parsed.fields });
    return { fields: parsed.value, ...(await inspectArrived(file, sender)) };
  } catch (error) {
    // What is left of the body is read and dropped, so that the answer reaches its sender.
    request.raw.unpipe();
    request.raw.resume();
    await file?.received.discard();
    throw asRefusal(error);
  }
}

/** A file that is on the disk and not looked into yet. */
interface Arrived {
  name: string;
  extension: Extension;
  received: Received;
}

async function receiveFile(part: MultipartFile, storage: FileStorage): Promise<Arrived> {
  if (part.fieldname !== 'file') throw unexpected(part.fieldname);
  const name = cleanFileName(part.filename);
  const extension = extensionOf(name);
  if (!isSupported(extension)) throw new ApiError(codes.typeNotSupported, { file: name });
  const received = await storage.receive(part.file);
  if (!part.file.truncated) return { name, extension, received };
  await received.discard();
  throw new ApiError(codes.tooLarge, { file: name });
}

async function inspectArrived(
  { name, extension, received }: Arrived,
  sender: string,
): Promise<Omit<Upload<never>, 'fields'>> {
  if (received.size === 0) throw new ApiError(codes.emptyFile, { file: name });
  const mediaType = await mediaTypeOf(received.path, extension);
  if (!mediaType) throw new ApiError(codes.typeNotSupported, { file: name });
  const findings = await inspectFile(received.path, name, sender);
  if (findings.refused !== null) throw refusalOf(name, findings);
  return { name, mediaType, received, marks: findings.marks };
}

function refusalOf(file: string, { refused, inside }: Refusing): ApiError {
  if (refused === 'notWord') return new ApiError(codes.typeNotSupported, { file });
  return new ApiError(codes.unsafeFile, {
    file,
    unsafe: refused,
    ...(inside !== null && { detail: inside }),
  });
}

const missingFile = () =>
  new ApiError(codes.invalid, { fields: [{ field: 'file', problem: 'required' }] });
const unexpected = (field: string) =>
  new ApiError(codes.invalid, { fields: [{ field, problem: 'unknown' }] });

/** Errors of the disk and the system have a number; all others are about what was sent. */
function asRefusal(error: unknown): unknown {
  const isOurs = error instanceof ApiError || error instanceof StoreUnavailable;
  if (isOurs || (error instanceof Error && 'errno' in error)) return error;
  return new ApiError(codes.invalid, { file: '' });
}

/** Tests that files of this extension are accepted. */
function isSupported(extension: string): extension is Extension {
  return Object.hasOwn(kinds, extension);
}

/** The media type of a file whose content is what its extension says; null when it is not. */
async function mediaTypeOf(path: string, extension: Extension): Promise<string | null> {
  const { mediaType, content } = kinds[extension];
  // What cannot be read to its end is of no type we know.
  const found = await fileTypeFromFile(path).catch(() => undefined);
  return found?.mime === content ? mediaType : null;
}
