import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { elk } from '#lib/statechart/drawing/lay-out.ts';
import { cachedLayouts } from '#testing/charts/catalogue-chart.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'layouts-'));
});
afterEach(() => rm(folder, { recursive: true }));

const graph = (width: number) => ({
  id: 'root',
  layoutOptions: { 'elk.algorithm': 'layered' },
  children: [
    { id: 'a', width, height: 20 },
    { id: 'b', width, height: 20 },
  ],
  edges: [{ id: 'e', sources: ['a'], targets: ['b'] }],
});
/** Removes ids that the engine increments from call to call. */
const placed = (laid: object) =>
  JSON.parse(JSON.stringify(laid, (key, value) => (key === '$H' ? undefined : value)));
const fileOf = async () => path.join(folder, (await readdir(folder))[0] ?? '');

test('a layout equals that of ELK and is then read from the cache', async () => {
  const layouts = cachedLayouts(folder);
  expect(placed(await layouts(graph(40)))).toEqual(placed(await elk(graph(40))));
  const file = await fileOf();
  const cached = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...cached, width: 4711 }));
  expect(await layouts(graph(40))).toMatchObject({ width: 4711 });
});

test('another graph has another layout', async () => {
  const layouts = cachedLayouts(folder);
  await layouts(graph(40));
  expect(placed(await layouts(graph(50)))).toEqual(placed(await elk(graph(50))));
  expect(await readdir(folder)).toHaveLength(2);
});

test('a damaged cache file is replaced', async () => {
  const layouts = cachedLayouts(folder);
  await layouts(graph(40));
  await writeFile(await fileOf(), '{"id": "ro');
  expect(placed(await layouts(graph(40)))).toEqual(placed(await elk(graph(40))));
  expect(placed(JSON.parse(await readFile(await fileOf(), 'utf8')))).toEqual(
    placed(await elk(graph(40))),
  );
});

test('without a writable folder, each layout is computed again', async () => {
  const file = path.join(folder, 'a file');
  await writeFile(file, '');
  expect(placed(await cachedLayouts(path.join(file, 'layouts'))(graph(40)))).toEqual(
    placed(await elk(graph(40))),
  );
});
