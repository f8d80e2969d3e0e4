import { createHash, type KeyObject } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { TextReader, ZipWriter } from '@zip.js/zip.js';
import { msg, type Say } from '#lib/words/msg.ts';
import type { Account } from './account.ts';
import { addManifest, jsonText } from './add-manifest.ts';
import { type Delivery, RequestedData } from './delivery.ts';
import { headings } from './manifest.ts';
import type { PackageFile } from './manifest-json.ts';
import { RowDigest } from './row-digest.ts';
import { type TableFormat, tableFormats } from './table-formats.ts';
import { csvMetadata } from './table-metadata.ts';
import { configureCompression } from './zip-compression.ts';

configureCompression();

/** What the package holds beside its files of data. */
export type Cover = Omit<Account, 'parts'>;

interface Contents {
  data: RequestedData;
  /** The data types with any data. */
  present: readonly Delivery[];
  /** The digest of the rows of each in the workbook. */
  digests: ReadonlyMap<Delivery, RowDigest>;
  cover: Cover;
}

/** The rows of the source were not the same when they were read again. */
export class SourceChanged extends Error {}

/**
 * Writes the data as a zip whose entries are encrypted (AE-2, AES-256), one file a data type and form
 * at any size, in constant memory.
 * @throws {SourceChanged} when its rows are not those of the workbook
 */
export async function writePackage(
  { data, present, digests, cover }: Contents,
  file: FileHandle,
  { password, key }: { password: string; key: KeyObject },
  say: Say,
): Promise<void> {
  const zip = new ZipWriter(fileStream(file), {
    password,
    encryptionStrength: 3,
    extendedTimestamp: false,
    zip64: true,
  });
  const hasVehicles = cover.request.vehicleId === null;
  const files: PackageFile[] = [];
  for (const delivery of present)
    for (const format of tableFormats) {
      const digest = new RowDigest();
      const path = pathOf(delivery, format);
      const rows = digest.over(data.rows(RequestedData.again(delivery)));
      const table = { ...delivery, hasVehicles };
      const sha256 = await addChunks(zip, path, format.chunks(table, rows));
      if (digest.sha256 !== digests.get(delivery)?.sha256)
        throw new SourceChanged(`The rows of ${path} are not those of the workbook`);
      const { dataType } = delivery;
      files.push({ path, dataType, rows: digest.rows, sha256, rowsSha256: digest.sha256 });
    }
  const tables = present.map((delivery) => ({ ...delivery, hasVehicles }));
  await zip.add('data/csv-metadata.json', new TextReader(jsonText(csvMetadata(tables))));
  await addManifest(zip, { ...cover, parts: fileParts(files, say) }, files, key, say);
  await zip.close();
}

/** Writes the manifest of an outcome without data: nothing of it needs a password. */
export async function writeEmptyPackage(
  cover: Cover,
  file: FileHandle,
  key: KeyObject,
  say: Say,
): Promise<void> {
  const zip = new ZipWriter(fileStream(file), { extendedTimestamp: false });
  await addManifest(zip, { ...cover, parts: fileParts([], say) }, [], key, say);
  await zip.close();
}

const pathOf = ({ dataType }: Delivery, { extension }: TableFormat) =>
  `data/${dataType}.${extension}`;

/** Adds an entry from chunks; answers their SHA-256, hexadecimal. */
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

function fileParts(files: readonly PackageFile[], say: Say): Account['parts'] {
  return {
    column: msg`File`,
    placeOf: ({ dataType }) =>
      files
        .filter((file) => file.dataType === dataType)
        .map(({ path }) => path)
        .join(', '),
    section: {
      heading: say(msg`Files of data`),
      rows: [
        [...headings(say, [msg`File`, msg`Rows`]), { bold: 'SHA-256' }],
        ...files.map(({ path, rows, sha256 }) => [path, rows, sha256]),
      ],
    },
  };
}

function fileStream(file: FileHandle): WritableStream<Uint8Array> {
  return new WritableStream({ write: (chunk) => file.appendFile(chunk) });
}
