import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bareEnvironment } from '#tests/compile-cache.ts';
import { vinOf } from './people.ts';

/** Rows of a file, one per second. */
const ROWS = 5000;
const BEGIN = Date.parse('2026-01-01T00:00:00Z');

/** Imports of one file each with `portal import`, killed together with the server. */
export class Drives {
  readonly #folder: string;
  readonly #files: string[] = [];

  /** @param folder for the files */
  constructor(folder: string) {
    this.#folder = folder;
  }

  get count(): number {
    return this.#files.length;
  }

  /** Starts to import another file; returns the process. */
  async begin(env: Record<string, string>): Promise<ChildProcess> {
    const index = this.#files.length;
    const path = join(this.#folder, `drive-${index}.csv`);
    const rows = Array.from({ length: ROWS }, (_, row) => {
      const instant = new Date(BEGIN + (index * ROWS + row) * 1000).toISOString();
      return `${instant},${row % 120}`;
    });
    await writeFile(path, `Instant,Vehicle.Speed\n${rows.join('\n')}\n`);
    this.#files.push(path);
    return this.#import(index, env).child;
  }

  /** Repeats the interrupted import; duplicates are detected at the end. */
  async goOn(env: Record<string, string>): Promise<void> {
    await this.#imported(this.#files.length - 1, env);
  }

  /** Checks that each file is imported completely, and that another import changes nothing. */
  async check(env: Record<string, string>): Promise<void> {
    for (const index of this.#files.keys())
      assert.match(
        await this.#imported(index, env),
        new RegExp(`imported before with ${ROWS} rows; no row is new`),
        `drive ${index} is imported once`,
      );
  }

  async #imported(index: number, env: Record<string, string>): Promise<string> {
    const { child, output } = this.#import(index, env);
    const [status] = await once(child, 'close');
    assert.equal(status, 0, `drive ${index} is imported: ${output()}`);
    return output();
  }

  #import(index: number, env: Record<string, string>) {
    const file = this.#files[index] as string;
    const args = ['src/tools/portal.ts', 'import', '--file', file, '--vin', vinOf(index % 2)];
    const child = spawn(process.execPath, args, { env: { ...bareEnvironment(), ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += chunk));
    return { child, output: () => output };
  }
}
