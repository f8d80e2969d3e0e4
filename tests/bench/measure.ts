import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import type { Services } from '#server/platform/database/services.ts';

/** Runs work over an empty store: embedded, or the empty database that `DATABASE_URL` names. */
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

/** Median and worst of what a measure returns in several rounds, after one that prepares. */
export async function rounds(count: number, measure: () => Promise<number>) {
  await measure();
  const values: number[] = [];
  for (let round = 0; round < count; round++) values.push(await measure());
  values.sort((a, b) => a - b);
  return { median: values[Math.floor(count / 2)] as number, worst: values.at(-1) as number };
}

/** Milliseconds that work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Applications that a bench fills its tables with: 100,000, or what `--applications N` says. */
export function applicationsAsked(): number {
  const options = { applications: { type: 'string', default: '100000' } } as const;
  return Number(parseArgs({ options }).values.applications);
}
