import type { FileHandle } from 'node:fs/promises';
import {
  difatSectors,
  directoryBytes,
  END_OF_CHAIN,
  FREE,
  fatSectors,
  MINI_CUTOFF,
  MiniStream,
  type Run,
  type SmallNode,
  tableSizes,
} from './compound-tables.ts';

/** Offset of the large stream in versions 3 and 4. Version 3 has free sectors before it. */
const BODY = 4096;
const IN_HEADER = 109;
const READ_SIZE = 1024 * 1024;
const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Files of up to 2 GiB are version 3, as Office writes them. Larger files must be version 4
 * ([MS-CFB] 2.6.3), which LibreOffice 7 does not open. 2 GiB are about 45 million rows.
 */
const MAX_VERSION_3 = 2 ** 31 - 1;

interface Layout {
  version: 3 | 4;
  sectorSize: number;
}

/**
 * Writes a compound file ([MS-CFB]) with small streams and one large stream. The large stream has
 * an unknown size and is written directly to its final position on disk.
 */
export class CompoundFileWriter {
  readonly #file: FileHandle;
  readonly #maxVersion3: number;
  #size = 0;

  constructor(file: FileHandle, maxVersion3 = MAX_VERSION_3) {
    this.#file = file;
    this.#maxVersion3 = maxVersion3;
  }

  get size(): number {
    return this.#size;
  }

  async write(bytes: Uint8Array): Promise<void> {
    await writeAll(this.#file, bytes, BODY + this.#size);
    this.#size += bytes.length;
  }

  async patch(bytes: Uint8Array, position: number): Promise<void> {
    await writeAll(this.#file, bytes, BODY + position);
  }

  async *read(): AsyncGenerator<Buffer> {
    const buffer = Buffer.allocUnsafe(READ_SIZE);
    for (let position = 0; position < this.#size; ) {
      const length = Math.min(READ_SIZE, this.#size - position);
      const { bytesRead } = await this.#file.read(buffer, 0, length, BODY + position);
      if (bytesRead === 0) throw new Error('The file was cut off while it was written');
      yield buffer.subarray(0, bytesRead);
      position += bytesRead;
    }
  }

  async finish(name: string, small: readonly SmallNode[]): Promise<void> {
    const layout: Layout =
      this.#size > this.#maxVersion3
        ? { version: 4, sectorSize: 4096 }
        : { version: 3, sectorSize: 512 };
    const isLarge = this.#size >= MINI_CUTOFF;
    const streams = isLarge ? small : [...small, { name, bytes: await this.#whole() }];
    const tail = new Tail(layout, isLarge ? this.#size : 0);
    const mini = new MiniStream();
    const nodes = streams.map((node) => mini.add(node));
    if (isLarge) nodes.push({ name, start: tail.bodyStart, size: this.#size });
    const miniBytes = mini.bytes();
    const miniRun = tail.add(miniBytes);
    const miniTable = tail.add(mini.tableBytes());
    const root = { start: startOf(miniRun), size: miniBytes.length };
    const directory = tail.add(directoryBytes(nodes, root, layout.sectorSize));
    const { fat, difat } = await tail.write(this.#file);
    const header = headerBytes(layout, { directory, miniTable, fat, difat });
    await writeAll(this.#file, header, 0);
  }

  async #whole(): Promise<Buffer> {
    const bytes = Buffer.alloc(this.#size);
    if (this.#size > 0) await this.#file.read(bytes, 0, this.#size, BODY);
    return bytes;
  }
}

const startOf = (run: Run) => (run.count > 0 ? run.start : END_OF_CHAIN);

class Tail {
  readonly bodyStart: number;
  readonly #sectorSize: number;
  readonly #runs: Run[];
  readonly #contents: Buffer[] = [];
  readonly #offset: number;
  #next: number;

  constructor({ sectorSize }: Layout, bodySize: number) {
    this.#sectorSize = sectorSize;
    this.bodyStart = BODY / sectorSize - 1;
    const body: Run = {
      use: 'chain',
      start: this.bodyStart,
      count: Math.ceil(bodySize / sectorSize),
    };
    this.#runs = [{ use: 'free', start: 0, count: this.bodyStart }, body];
    this.#next = body.start + body.count;
    this.#offset = (this.#next + 1) * sectorSize;
  }

  add(bytes: Buffer): Run {
    const run = this.#reserve('chain', Math.ceil(bytes.length / this.#sectorSize));
    this.#contents.push(bytes, Buffer.alloc(run.count * this.#sectorSize - bytes.length));
    return run;
  }

  async write(file: FileHandle): Promise<{ fat: Run; difat: Run }> {
    const entries = this.#sectorSize / 4;
    const sizes = tableSizes(this.#next, entries, IN_HEADER);
    const fat = this.#reserve('fat', sizes.fat);
    const difat = this.#reserve('difat', sizes.difat);
    let position = this.#offset;
    for (const bytes of this.#pieces(fat, difat, entries)) {
      await writeAll(file, bytes, position);
      position += bytes.length;
    }
    await file.truncate(position);
    return { fat, difat };
  }

  *#pieces(fat: Run, difat: Run, entries: number): Generator<Buffer> {
    yield* this.#contents;
    yield* fatSectors(this.#runs, entries);
    yield difatSectors(fat, difat, entries, IN_HEADER);
  }

  #reserve(use: Run['use'], count: number): Run {
    const run = { use, start: this.#next, count };
    this.#runs.push(run);
    this.#next += count;
    return run;
  }
}

function headerBytes(
  { version, sectorSize }: Layout,
  runs: Record<'directory' | 'miniTable' | 'fat' | 'difat', Run>,
): Buffer {
  const header = Buffer.alloc(sectorSize);
  SIGNATURE.copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(version, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(Math.log2(sectorSize), 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(version === 4 ? runs.directory.count : 0, 40);
  header.writeUInt32LE(runs.fat.count, 44);
  header.writeUInt32LE(runs.directory.start, 48);
  header.writeUInt32LE(MINI_CUTOFF, 56);
  header.writeUInt32LE(startOf(runs.miniTable), 60);
  header.writeUInt32LE(runs.miniTable.count, 64);
  header.writeUInt32LE(startOf(runs.difat), 68);
  header.writeUInt32LE(runs.difat.count, 72);
  for (let index = 0; index < IN_HEADER; index++) {
    header.writeUInt32LE(index < runs.fat.count ? runs.fat.start + index : FREE, 76 + index * 4);
  }
  return header;
}

/** Repeats `FileHandle.write`, which may write fewer bytes than requested. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
