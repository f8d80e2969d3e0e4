import { type Content, contentsOf } from '#server/applications/files/contents.ts';
import { recordCheck } from '#server/applications/files/damage.ts';
import type { Services } from '#server/platform/database/services.ts';
import { DamagedFile } from '#server/platform/database/store-error.ts';
import { storageOf } from '#server/platform/storage/storage.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Each stored content is compared with its hash once in this time, in ms. */
const CHECK_EVERY = 7 * DAY;
/** Contents compared, and those that are not what was stored. */
export interface Checked {
  contents: number;
  damaged: Content[];
}

/** Compares the stored contents whose check is due with their hashes. */
export function checkDueContents(services: Services): Promise<Checked> {
  return check(services, contentsOf(services, services.now() - CHECK_EVERY));
}

/** Compares every stored content with its hash. */
export function checkAllContents(services: Services): Promise<Checked> {
  return check(services, contentsOf(services));
}

async function check(services: Services, found: AsyncIterable<Content>): Promise<Checked> {
  const damaged: Content[] = [];
  let contents = 0;
  for await (const content of found) {
    const isWhole = await isAsStored(services, content);
    if (!isWhole) damaged.push(content);
    await recordCheck(services, content, isWhole);
    contents++;
  }
  return { contents, damaged };
}

/** The stored contents that are not what was stored; nothing is written down about them. */
export async function damagedContents(services: Services): Promise<Content[]> {
  const damaged: Content[] = [];
  for await (const content of contentsOf(services))
    if (!(await isAsStored(services, content))) damaged.push(content);
  return damaged;
}

async function isAsStored(services: Services, content: Content): Promise<boolean> {
  try {
    await storageOf(services, content.area).check(content.name, content);
    return true;
  } catch (error) {
    if (error instanceof DamagedFile) return false;
    throw error;
  }
}
