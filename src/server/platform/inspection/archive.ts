import {
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ERR_OVERLAPPING_ENTRY,
  ERR_UNSAFE_FILENAME,
  Uint8ArrayReader,
  ZipReader,
} from '@zip.js/zip.js';
import { createExtractorFromData } from 'node-unrar-js';
import { archiveLimits, type UnsafeReason } from '#contract/file-safety.ts';
import { UnsafeContent } from './findings.ts';

/** A file inside an archive. */
export interface Member {
  name: string;
  isEncrypted: boolean;
  /** Null when it was not asked for or cannot be read without a password. */
  content: Uint8Array | null;
}

/** Tests that the content of a member is wanted, by its name. */
type IsWanted = (name: string) => boolean;

/** Mode bits of a symbolic link, as Unix writes them into the upper half of a member's attributes. */
const LINK = 0o120000;
const FILE_TYPE = 0o170000;

/**
 * Reads a zip to its end. Sizes are counted while it is unpacked: what its headers say may be a lie.
 * @throws {UnsafeContent} `archive` beyond the limits, `path` when a name climbs out
 * @throws {Error} when it is no zip
 */
export async function readZip(bytes: Uint8Array, isWanted: IsWanted): Promise<Member[]> {
  try {
    return await membersOf(bytes, isWanted);
  } catch (error) {
    const reason = error instanceof Error && traps.get(error.message);
    throw reason ? new UnsafeContent(reason) : error;
  }
}

/** What the library itself ends at: names that climb out, sizes that lie, entries that share bytes. */
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
    const keeps = isWanted(entry.filename);
    const sink = new WritableStream<Uint8Array>({
      write(chunk) {
        budget.addBytes(chunk.length);
        if (keeps) chunks.push(chunk);
      },
    });
    await entry.getData(sink, { useWebWorkers: false });
    if (keeps) member.content = Buffer.concat(chunks);
  }
  return members;
}

/**
 * Reads a RAR archive. Members that are not asked for are judged by what their headers say.
 * @throws {UnsafeContent} `archive` beyond the limits, `path` when a name climbs out
 * @throws {Error} when it is no RAR archive, or nothing of it can be read without a password
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
  const wanted = members.filter(({ name, isEncrypted }) => !isEncrypted && isWanted(name));
  if (wanted.length === 0) return members;
  const names = wanted.map(({ name }) => name);
  for (const { fileHeader, extraction } of extractor.extract({ files: names }).files) {
    const member = wanted.find(({ name }) => name === fileHeader.name);
    if (member) member.content = extraction ?? null;
  }
  return members;
}

/** Counts what an archive holds against the limits. */
class Budget {
  #members = 0;
  #bytes = 0;
  readonly #mostBytes: number;

  constructor(packedBytes: number) {
    const byRatio = Math.max(archiveLimits.freeBytes, packedBytes * archiveLimits.maxRatio);
    this.#mostBytes = Math.min(archiveLimits.maxBytes, byRatio);
  }

  addMember(): void {
    this.#members += 1;
    if (this.#members > archiveLimits.maxMembers) throw new UnsafeContent('archive');
  }

  addBytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > this.#mostBytes) throw new UnsafeContent('archive');
  }
}

/** A name that would be written outside the folder that an archive is unpacked to. */
function checkName(name: string, isLink: boolean): void {
  const parts = name.split(/[/\\]/);
  if (isLink || parts.includes('..') || parts[0] === '' || /^[a-z]:/i.test(name))
    throw new UnsafeContent('path');
}
