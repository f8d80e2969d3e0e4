import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import type { Services } from '#server/platform/database/services.ts';

/** Runs work on an empty database: embedded, or the one of `DATABASE_URL`. */
export async function withServices(work: (services: Services) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  const { DATABASE_URL = '' } = process.env;
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL, MODE: 'test' });
  const store = await openDatabase(config);
  try {
    await work({ store, config, now: Date.now });
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true });
  }
}

/** Median and maximum of several measurements after a warm-up. */
export async function rounds(count: number, measure: () => Promise<number>) {
  await measure();
  const values: number[] = [];
  for (let round = 0; round < count; round++) values.push(await measure());
  values.sort((a, b) => a - b);
  return { median: values[Math.floor(count / 2)] as number, worst: values.at(-1) as number };
}

/** Duration in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
