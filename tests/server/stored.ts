import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readConfig } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/database/services.ts';
import { Bucket } from '#server/platform/storage/bucket.ts';
import type { Area } from '#server/platform/storage/file-storage.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { environmentOf, type Location } from './fresh-location.ts';

type Place = Pick<Services, 'config'>;

/**
 * Stores files in the folder also when the run has a bucket: in a bucket their age cannot be set.
 */
export const inFolder = { STORAGE_URL: '' };

export const seriesIn = (location: Location) =>
  storageOf({ config: readConfig(environmentOf(location)) }, 'series');

/** Names of stored and partial content in an area, without the trash. */
export async function namesIn({ config }: Place, area: Area = 'files'): Promise<string[]> {
  const folder = join(config.DATA_DIR, config.STORAGE_URL ? 'temp' : '', area);
  const names = await readdir(folder).catch((): string[] => []);
  if (!config.STORAGE_URL) return names;
  return [...names, ...(await storageOf({ config }, area).storedBefore(Number.POSITIVE_INFINITY))];
}

/** Bytes of stored content. */
export async function bytesOf({ config }: Place, area: Area, name: string): Promise<Buffer> {
  return config.STORAGE_URL
    ? fetched(new Bucket(config.STORAGE_URL), `${area}/${name}`)
    : readFile(join(config.DATA_DIR, area, name));
}

/** Overwrites stored content. */
export async function overwrite(
  { config }: Place,
  area: Area,
  name: string,
  content: string | Buffer,
): Promise<void> {
  if (!config.STORAGE_URL) return writeFile(join(config.DATA_DIR, area, name), content);
  const bucket = new Bucket(config.STORAGE_URL);
  await bucket.ask((client, { PutObjectCommand }) =>
    client.send(new PutObjectCommand({ ...bucket.at(`${area}/${name}`), Body: content })),
  );
}

/** Deletes stored content. */
export async function lose({ config }: Place, area: Area, name: string): Promise<void> {
  if (config.STORAGE_URL) await new Bucket(config.STORAGE_URL).delete(`${area}/${name}`);
  else await rm(join(config.DATA_DIR, area, name));
}

/** Path and bytes of every file and every object. */
export async function* everything({ config }: Place): AsyncGenerator<[string, Buffer]> {
  const entries = await readdir(config.DATA_DIR, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) yield [path, await readFile(path)];
  }
  if (!config.STORAGE_URL) return;
  const bucket = new Bucket(config.STORAGE_URL);
  for (const key of await bucket.list('')) yield [bucket.urlOf(key), await fetched(bucket, key)];
}

/** Name and rows of every table, as JSON. */
export async function* everyTable({ db }: Store): AsyncGenerator<[string, string]> {
  for (const { name } of await db.introspection.getTables()) {
    const rows = await db
      .selectFrom(name as 'account')
      .selectAll()
      .execute();
    yield [name, rows.map((row) => JSON.stringify(row)).join('\n')];
  }
}

function fetched(bucket: Bucket, key: string): Promise<Buffer> {
  return bucket.ask(async (client, { GetObjectCommand }) => {
    const { Body } = await client.send(new GetObjectCommand(bucket.at(key)));
    return buffer(Body as Readable);
  });
}
