import { createHash, type KeyObject, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Duplex, PassThrough, Readable } from 'node:stream';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { createDeflateRaw, createGzip } from 'node:zlib';
import { configure, type TempStream, TextReader, ZipWriter } from '@zip.js/zip.js';
import type { Row } from '#lib/encrypted-xlsx/cells.ts';
import { DEFLATE } from '#lib/encrypted-xlsx/zip-stream.ts';
import { msg, type Translate } from '#lib/words/msg.ts';
import { type Delivery, newDelivery, type RequestedData } from './delivery.ts';
import { asShown, type ManifestContent } from './manifest-content.ts';
import { addManifest, jsonText, originOf, type PackageFile } from './manifest-files.ts';
import { csvMetadata, RowDigest, type TableFormat, tableFormats } from './table-formats.ts';

/** CompressionStream with the zlib settings of the workbook. */
class FastCompressionStream {
  readonly readable: ReadableStream;
  readonly writable: WritableStream;

  constructor(format: string) {
    const codec = format === 'gzip' ? createGzip(DEFLATE) : createDeflateRaw(DEFLATE);
    const { readable, writable } = Duplex.toWeb(codec);
    this.readable = readable as ReadableStream;
    this.writable = writable as WritableStream;
  }
}

// Reports are written in a worker thread already, and zlib uses the thread pool of libuv.
configure({
  useWebWorkers: false,
  maxWorkers: tableFormats.length,
  CompressionStream: FastCompressionStream as unknown as typeof CompressionStream,
});

type Cover = Omit<ManifestContent, 'parts'>;

interface Contents {
  data: RequestedData;
  present: readonly Delivery[];
  digests: ReadonlyMap<Delivery, RowDigest>;
  cover: Cover;
}

export interface ReportTarget {
  path: string;
  packagePath: string;
  password: string;
  /** Private key that signs the manifest, and from which masking derives what all reports share. */
  key: KeyObject;
}

class SourceChanged extends Error {}

/** Writes an encrypted zip (AE-2, AES-256): a file per data type and format, in constant memory. */
export async function writePackage(
  { data, present, digests, cover }: Contents,
  file: FileHandle,
  { packagePath, password, key }: ReportTarget,
  translate: Translate,
): Promise<void> {
  const zip = new ZipWriter(fileStream(file), {
    ...encrypted(password),
    zip64: true,
    createTempStream: () => tempStream(`${packagePath}.${randomUUID()}.part`),
  });
  const hasVehicles = cover.request.vehicleId === null;
  const origin = originOf(cover);
  const files: PackageFile[] = [];
  for (const delivery of present) {
    const { dataType } = delivery;
    const digest = new RowDigest();
    const batches = digest.over(data.rows(newDelivery(delivery)));
    const readers = readTogether(batches, tableFormats.length);
    const added = await Promise.all(
      tableFormats.map(async (format, index) => {
        const path = pathOf(delivery, format);
        const rows = readers[index] as AsyncIterable<readonly Row[]>;
        const table = { ...delivery, hasVehicles, origin };
        return { path, dataType, sha256: await addChunks(zip, path, format.chunks(table, rows)) };
      }),
    );
    const { rows, sha256: rowsSha256 } = digest;
    if (rowsSha256 !== digests.get(delivery)?.sha256)
      throw new SourceChanged(`The rows of ${dataType} are not those of the workbook`);
    files.push(...added.map((file) => ({ ...file, rows, rowsSha256 })));
  }
  const tables = present.map((delivery) => ({
    ...delivery,
    signals: delivery.signals.map((signal) => asShown(cover.mask, signal)),
    hasVehicles,
  }));
  const metadata = csvMetadata(tables, origin);
  await zip.add('data/csv-metadata.json', new TextReader(jsonText(metadata)));
  await addManifest(zip, { ...cover, parts: fileParts(files) }, files, key, translate);
  await zip.close();
}

/** Reads a source once for several readers. The slowest one sets the pace. */
function readTogether<T>(source: AsyncGenerator<T>, count: number): AsyncIterable<T>[] {
  const options = { objectMode: true, highWaterMark: 1 };
  const batches = Readable.from(source, options);
  return Array.from({ length: count }, () => {
    const reader = batches.pipe(new PassThrough(options));
    // `pipe` passes on no errors. The listener is for an error before the first read.
    batches.on('error', (error) => reader.destroy(error));
    return reader.on('error', () => {});
  });
}

/**
 * Holds a compressed and encrypted zip entry while another one is written. The file is unlinked at
 * once, so that nothing remains if the process ends.
 */
async function tempStream(path: string): Promise<TempStream> {
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  async function* content() {
    yield* file.createReadStream({ start: 0, autoClose: false });
  }
  const readable = NodeReadableStream.from(content()) as ReadableStream;
  return { writable: fileStream(file), readable, dispose: () => file.close() };
}

export async function writeEmptyPackage(
  cover: Cover,
  file: FileHandle,
  { password, key }: { password: string; key: KeyObject },
  translate: Translate,
): Promise<void> {
  const zip = new ZipWriter(fileStream(file), encrypted(password));
  await addManifest(zip, { ...cover, parts: fileParts([]) }, [], key, translate);
  await zip.close();
}

const encrypted = (password: string) =>
  ({ password, encryptionStrength: 3, extendedTimestamp: false }) as const;

const pathOf = ({ dataType }: Delivery, { extension }: TableFormat) =>
  `data/${dataType}.${extension}`;

async function addChunks(
  zip: ZipWriter<unknown>,
  path: string,
  chunks: AsyncGenerator<Uint8Array, void>,
): Promise<string> {
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const readable = NodeReadableStream.from(hashed()) as ReadableStream<Uint8Array>;
  await zip.add(path, { readable });
  return hash.digest('hex');
}

function fileParts(files: readonly PackageFile[]): ManifestContent['parts'] {
  return {
    column: msg`File`,
    placeOf: ({ dataType }) =>
      files
        .filter((file) => file.dataType === dataType)
        .map(({ path }) => path)
        .join(', '),
    section: {
      heading: msg`Files of data`,
      columns: [msg`File`, msg`Rows`, 'SHA-256'],
      rows: files.map(({ path, rows, sha256 }) => [path, rows, sha256]),
    },
  };
}

function fileStream(file: FileHandle): WritableStream<Uint8Array> {
  return new WritableStream({ write: (chunk) => file.appendFile(chunk) });
}
