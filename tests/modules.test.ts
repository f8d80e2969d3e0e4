import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cyclicArrows } from '#build/modules/layering.ts';
import {
  arrowsOf,
  boxOf,
  type Import,
  moduleOf,
  readImports,
} from '#build/modules/read-imports.ts';

/**
 * Layers of modules, lowest first, of the browser and of the server. A module imports only from
 * lower layers.
 */
const ground = [['lib'], ['machines'], ['contract'], ['forms']];
const houses = [
  [...ground, ['ui'], ['portal', 'desk', 'charts'], ['pages']],
  [
    ...ground,
    ['server/platform'],
    ['server/vehicles'],
    ['server/accounts'],
    ['server/applications'],
    ['server/reports', 'server/figures'],
    ['server/desk', 'server/live'],
    ['server/site', 'server/operations'],
    ['server'],
    ['demo'],
  ],
];

/** Maximum number of boxes in the module diagram of CONTRIBUTING. */
const MOST_BOXES = 16;

/** Terms of the domain, which the platform must not contain. */
const subjects = /\w*(?:application|requester|reviewer|assignee)\w*/gi;

const imports = readImports();

function mayTake({ from, to, isDynamic }: Import): boolean {
  const [taker, taken] = [moduleOf(from) ?? '', moduleOf(to) ?? ''];
  // Command-line programs import every module, and no module imports them.
  if (taker === taken || ['tools', 'testing', 'build'].includes(taker)) return true;
  if (isDynamic && from === 'src/server/main.ts' && taken === 'demo') return true;
  const floorOf = (house: string[][], module: string) =>
    house.findIndex((line) => line.includes(module.startsWith('lib/') ? 'lib' : module));
  return houses.some((house) => {
    const below = floorOf(house, taken);
    return below >= 0 && below < floorOf(house, taker);
  });
}

describe('module layers', () => {
  test('a module imports only from lower layers', () => {
    const wrong = imports.filter((one) => !mayTake(one));
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test.each([
    ['src/lib/words/msg.ts', 'src/contract/codes.ts'],
    ['src/lib/words/msg.ts', 'src/lib/statechart/graph.ts'],
    ['machines/login.machine.ts', 'src/contract/codes.ts'],
    ['src/contract/codes.ts', 'src/forms/states.ts'],
    ['src/ui/frame.tsx', 'src/portal/home.tsx'],
    ['src/portal/home.tsx', 'src/desk/queue.tsx'],
    ['src/portal/home.tsx', 'src/server/build.ts'],
    ['src/portal/home.tsx', 'tests/fixture.ts'],
    ['src/server/platform/database/schema.ts', 'src/server/vehicles/vehicle-tables.ts'],
    ['src/server/desk/queue.ts', 'src/server/site/policies.ts'],
    ['src/server/accounts/accounts.ts', 'src/server/applications/deadlines/clock.ts'],
    ['src/server/build.ts', 'src/demo/seed.ts'],
    ['src/demo/seed.ts', 'src/build/dev.ts'],
  ])('%s may not import %s', (from, to) => {
    expect(mayTake({ from, to, isDynamic: false })).toBe(false);
  });

  test(`the module diagram has at most ${MOST_BOXES} boxes and no upward arrow`, () => {
    const arrows = arrowsOf(imports, boxOf);
    expect(cyclicArrows(arrows).map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
    const names = new Set(arrows.flatMap(({ from, to }) => [from, to]));
    expect([...names].toSorted()).toHaveLength(Math.min(names.size, MOST_BOXES));
  });

  const platform = [...new Set(imports.flatMap(({ from, to }) => [from, to]))]
    .filter((file) => file.startsWith('src/server/platform/'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

  test('the platform queries only its own tables', () => {
    const own = [
      'job',
      'mail',
      'allowance',
      'audit_entry',
      'pending_read',
      'audit_head',
      'seal',
      'head_copy',
      'operator_mail',
      'installation',
      'installation_mode',
      'secret_in_use',
      'shared_setting',
      'operation_fact',
    ];
    const asked = platform.flatMap(({ text }) =>
      Array.from(text.matchAll(/(?:From|Into|Table|Join)\('(\w+)/g), ([, table = '']) => table),
    );
    expect(asked).toContain('job');
    expect(asked.filter((table) => !own.includes(table))).toEqual([]);
  });

  test('the platform mentions applications and roles only in covered-tables.ts', () => {
    // Two tables have this column; `application/pdf` and its like are media types.
    const others = platform.filter(({ file }) => !file.endsWith('/covered-tables.ts'));
    const named = others.flatMap(({ file, text }) =>
      Array.from(
        text
          .replaceAll(
            /application_number|application\/[\w.-]+|appimage application|appref-ms application/g,
            '',
          )
          .matchAll(subjects),
        ([word]) => `${file}: ${word}`,
      ),
    );
    expect(platform.length).toBeGreaterThan(20);
    expect(named).toEqual([]);
  });
});
