import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

/** Returns the median or another percentile. */
export function percentile(values: readonly number[], share = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Memory of a process in MB, now or at most. Known on Linux only. */
export function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
}

/** Median and maximum of several measurements after a warm-up. */
export async function rounds(count: number, measure: () => Promise<number>) {
  await measure();
  const values: number[] = [];
  for (let round = 0; round < count; round++) values.push(await measure());
  return { median: percentile(values), worst: Math.max(...values) };
}

/** Duration in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Seconds of processor time of all threads. */
export async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/** Runs a program in its own process; returns the figures that it prints as JSON. */
export function measuredApart<T>(options: readonly string[], program: readonly string[]): T {
  const args = [...options, ...program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program.slice(1).join(' ')} failed: ${stderr}`);
  return JSON.parse(stdout);
}
