import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, inject, onTestFinished } from 'vitest';
import { type Done, portalHere } from '#tests/server/run-tool.ts';
import { environmentOf, type FreshLocation, freshLocation } from '../../server/fresh-location.ts';

export const VIN = 'VF1ACVYB012345678';

export interface ImportPlace {
  location: FreshLocation;
  /** Writes a file there; returns its path. */
  written(name: string, content: string | Uint8Array): Promise<string>;
  /** Runs the tool in this process, which is faster. */
  run(...args: string[]): Promise<Done>;
}

/** A temporary installation for imports, a new one for each test of a file. */
export function importPlace(): ImportPlace {
  const place = {
    location: {} as FreshLocation,
    async written(name: string, content: string | Uint8Array) {
      const path = join(place.location.dataDir, name);
      await writeFile(path, content);
      return path;
    },
    run: (...args: string[]) =>
      portalHere(['import', '--vin', VIN, ...args], environmentOf(place.location)),
  };
  beforeEach(async () => {
    place.location = await freshLocation(inject('storeTemplate'));
    onTestFinished(() => place.location.remove());
  });
  return place;
}
