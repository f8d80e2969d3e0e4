import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { captured, type Done } from '#tests/server/run-tool.ts';
import { run as runImport } from '#tools/import.ts';
import { environmentOf, type FreshLocation, freshLocation } from '../../server/fresh-location.ts';

export const VIN = 'VF1ACVYB012345678';

/** A temporary installation for imports, removed after the test. */
export interface ImportPlace {
  location: FreshLocation;
  /** Writes a file there; returns its path. */
  written(name: string, content: string | Uint8Array): Promise<string>;
  /** Runs the tool in this process, which is faster. */
  run(...args: string[]): Promise<Done>;
}

export async function importPlace(): Promise<ImportPlace> {
  const location = await freshLocation(inject('storeTemplate'));
  onTestFinished(() => location.remove());
  return {
    location,
    async written(name, content) {
      const path = join(location.dataDir, name);
      await writeFile(path, content);
      return path;
    },
    run: (...args) =>
      captured((console) => runImport(['--vin', VIN, ...args], environmentOf(location), console)),
  };
}
