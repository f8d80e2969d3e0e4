import {
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ERR_OVERLAPPING_ENTRY,
  ERR_UNSAFE_FILENAME,
  Uint8ArrayReader,
  ZipReader,
} from '@zip.js/zip.js';
import { createExtractorFromData } from 'node-unrar-js';
import { archiveLimits, type UnsafeReason } from '#contract/files.ts';
import { isProgram, UnsafeContent } from './findings.ts';

export interface Member {
  name: string;
  isEncrypted: boolean;
  /** Null for encrypted members and for those that were not requested. */
  content: Uint8Array | null;
}

/** Decides by the name of a member and the beginning of its content, if that is known. */
type IsWanted = (name: string, start: Uint8Array) => boolean;

const START_BYTES = 64;
const NOTHING = new Uint8Array();

/** Type bits of a symbolic link. The Unix mode is in the upper half of the external attributes. */
const LINK = 0o120000;
const FILE_TYPE = 0o170000;

/**
 * Reads a zip archive. Counts sizes while unpacking, because headers may be wrong.
 * @throws {UnsafeContent} `archive` beyond the limits, `path` for a path traversal
 * @throws {Error} if it is not a zip archive
 */
export async function readZip(bytes: Uint8Array, isWanted: IsWanted): Promise<Member[]> {
  try {
    return await membersOf(bytes, isWanted);
  } catch (error) {
    const { message, filename = null } = error as Error & { filename?: string };
    const reason = traps.get(message);
    throw reason ? new UnsafeContent(reason, reason === 'path' ? filename : null) : error;
  }
}

const traps = new Map<string, UnsafeReason>([
  [ERR_UNSAFE_FILENAME, 'path'],
  [ERR_INVALID_UNCOMPRESSED_SIZE, 'archive'],
  [ERR_OVERLAPPING_ENTRY, 'archive'],
]);

async function membersOf(bytes: Uint8Array, isWanted: IsWanted): Promise<Member[]> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  const budget = new Budget(bytes.length);
  const members: Member[] = [];
  for await (const entry of reader.getEntriesGenerator()) {
    budget.addMember();
    const mode = entry.externalFileAttributes >>> 16;
    checkName(entry.filename, (mode & FILE_TYPE) === LINK);
    if (entry.directory) continue;
    const member: Member = { name: entry.filename, isEncrypted: entry.encrypted, content: null };
    members.push(member);
    if (entry.encrypted) continue;
    const chunks: Uint8Array[] = [];
    let isStored: boolean | undefined;
    const sink = new WritableStream<Uint8Array>({
      write(chunk) {
        budget.addBytes(chunk.length);
        isStored ??= isWanted(entry.filename, chunk.subarray(0, START_BYTES));
        if (isStored) chunks.push(chunk);
      },
    });
    await entry.getData(sink, { useWebWorkers: false });
    if (isStored) member.content = Buffer.concat(chunks);
  }
  return members;
}

/**
 * Reads a RAR archive. Members that are not requested are checked by their headers.
 * @throws {UnsafeContent} `archive` beyond the limits, `path` for a path traversal
 * @throws {Error} if it is damaged or completely encrypted
 */
export async function readRar(bytes: Uint8Array, isWanted: IsWanted): Promise<Member[]> {
  const extractor = await createExtractorFromData({ data: Uint8Array.from(bytes).buffer });
  const budget = new Budget(bytes.length);
  const members: Member[] = [];
  for (const header of extractor.getFileList().fileHeaders) {
    budget.addMember();
    budget.addBytes(header.unpSize);
    checkName(header.name, false);
    if (!header.flags.directory)
      members.push({ name: header.name, isEncrypted: header.flags.encrypted, content: null });
  }
  const wanted = members.filter(({ name, isEncrypted }) => !isEncrypted && isWanted(name, NOTHING));
  if (wanted.length === 0) return members;
  const names = wanted.map(({ name }) => name);
  for (const { fileHeader, extraction } of extractor.extract({ files: names }).files) {
    const member = wanted.find(({ name }) => name === fileHeader.name);
    if (member) member.content = extraction ?? null;
  }
  return members;
}

class Budget {
  #members = 0;
  #bytes = 0;
  readonly #maxBytes: number;

  constructor(packedBytes: number) {
    const byRatio = Math.max(archiveLimits.freeBytes, packedBytes * archiveLimits.maxRatio);
    this.#maxBytes = Math.min(archiveLimits.maxBytes, byRatio);
  }

  addMember(): void {
    this.#members += 1;
    if (this.#members > archiveLimits.maxMembers) throw new UnsafeContent('archive');
  }

  addBytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > this.#maxBytes) throw new UnsafeContent('archive');
  }
}

function checkName(name: string, isLink: boolean): void {
  const parts = name.split(/[/\\]/);
  if (isProgram(name)) throw new UnsafeContent('program', name);
  if (isLink || parts.includes('..') || parts[0] === '' || /^[a-z]:/i.test(name))
    throw new UnsafeContent('path', name);
}
