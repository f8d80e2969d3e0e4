import { open, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ScratchFile } from '#server/platform/storage/scratch-file.ts';
import { skipUnless } from '#tests/needs.ts';
import { temporaryFolder } from '#tests/temporary-folder.ts';

const folder = temporaryFolder('scratch');

test('values can be read in any order from a file without a name', async () => {
  const scratch = await ScratchFile.open(join(folder, 'rows'));
  const values = [{ at: -1, values: [null, true, -0, 2 ** 53, 'Zoë'] }, [], 'x'.repeat(100_000)];
  const places = [];
  for (const value of values) places.push(await scratch.append(value));
  expect(await readdir(folder)).toEqual([]);
  for (const [index, place] of [...places.entries()].reverse())
    expect(await scratch.read(place)).toEqual(values[index]);
  await scratch.close();
  await expect(scratch.read(places[0] as never)).rejects.toThrow();
});

test('values that are added concurrently have separate places', async () => {
  const scratch = await ScratchFile.open(join(folder, 'at-once'));
  const values = Array.from({ length: 20 }, (_, index) => 'x'.repeat(index * 1000) + index);
  const places = await Promise.all(values.map((value) => scratch.append(value)));
  expect(await Promise.all(places.map((place) => scratch.read(place)))).toEqual(values);
  await scratch.close();
});

test(
  'the content is encrypted, and changes are detected',
  skipUnless(process.platform === 'linux', 'needs Linux'),
  async () => {
    const scratch = await ScratchFile.open(join(folder, 'altered'));
    const place = await scratch.append('Vehicle.CurrentLocation.Latitude');
    const file = await open(await withoutName(join(folder, 'altered')), 'r+');
    const bytes = await file.readFile();
    expect(bytes).toHaveLength(place.length);
    expect(bytes.includes('Latitude')).toBe(false);
    await file.write(Buffer.of(bytes.readUInt8(3) ^ 1), 0, 1, 3);
    await file.close();
    await expect(scratch.read(place)).rejects.toThrow(/authenticate/);
    await scratch.close();
  },
);

/** Linux shows open files without a name under /proc. */
async function withoutName(path: string): Promise<string> {
  for (const number of await readdir('/proc/self/fd')) {
    const link = `/proc/self/fd/${number}`;
    if ((await readlink(link).catch(() => '')) === `${path} (deleted)`) return link;
  }
  throw new Error(`${path} is not open, or has a name`);
}

test('an existing file is not overwritten', async () => {
  const path = join(folder, 'taken');
  await writeFile(path, 'somebody’s');
  await expect(ScratchFile.open(path)).rejects.toThrow(/EEXIST/);
  expect(await readFile(path, 'utf8')).toBe('somebody’s');
});
