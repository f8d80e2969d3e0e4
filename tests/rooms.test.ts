import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { layeringOf } from '#tools/rooms/layering.ts';
import { arrowsOf, type Import, readImports } from '#tools/rooms/read-imports.ts';
import { folderOf, roomOf } from '#tools/rooms/rooms.ts';

/** Rooms from the ground up, of both houses: imports lead down, never up and never along a line. */
const ground = [['lib'], ['machines'], ['contract'], ['applications']];
const houses = [
  [...ground, ['ui'], ['portal', 'desk', 'charts'], ['pages']],
  [
    ...ground,
    ['server/platform'],
    ['server/vehicles', 'server/workflow'],
    ['server/accounts', 'server/reports'],
    ['server/requester', 'server/desk', 'server/insight'],
    ['server/site', 'server/retention'],
    ['server'],
    ['demo'],
  ],
];

const imports = readImports();

function mayTake({ from, to, isDynamic }: Import): boolean {
  const [taker, taken] = [roomOf(from) ?? '', roomOf(to) ?? ''];
  // Command lines take from everywhere, and nothing takes from them.
  if (taker === taken || taker === 'tools') return true;
  if (isDynamic && from === 'src/server/main.ts' && taken === 'demo') return true;
  const floorOf = (house: string[][], room: string) =>
    house.findIndex((line) => line.includes(room.startsWith('lib/') ? 'lib' : room));
  return houses.some((house) => {
    const below = floorOf(house, taken);
    return below >= 0 && below < floorOf(house, taker);
  });
}

describe('rooms', () => {
  test('an import leads down, never up and never along', () => {
    const wrong = imports.filter((one) => !mayTake(one));
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test('the folders of the server lie above each other without a cycle', () => {
    const arrows = arrowsOf(imports, (file) =>
      file.startsWith('src/server/') ? folderOf(file) : null,
    );
    const { levels, back } = layeringOf(arrows);
    expect(back.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
    expect(levels).toBeLessThanOrEqual(12);
  });

  test('the platform asks its own tables alone', () => {
    const own = ['job', 'mail', 'audit_entry', 'audit_head'];
    const files = new Set(imports.flatMap(({ from, to }) => [from, to]));
    const asked = [...files]
      .filter((file) => file.startsWith('src/server/platform/'))
      .flatMap((file) =>
        Array.from(
          readFileSync(file, 'utf8').matchAll(/(?:From|Into|Table|Join)\('(\w+)/g),
          ([, table = '']) => table,
        ),
      );
    expect(asked).toContain('job');
    expect(asked.filter((table) => !own.includes(table))).toEqual([]);
  });
});
