import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Fault, faultsIn, sampleOf } from '#tools/mutate/faults.ts';
import { nearestByName, takers } from '#tools/mutate/nearest-suites.ts';
import { operators } from '#tools/mutate/operators.ts';
import { addProbes, readReach } from '#tools/mutate/reach.ts';

const names = Object.keys(operators);

function folderWith(file: string, source: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, file), source);
  return folder;
}

function madeOf(source: string, operator: string): string[] {
  const root = folderWith('a.tsx', source);
  return faultsIn(root, 'a.tsx', [operator]).map((fault) => fault.source);
}

/** An expression within a template. */
const put = ['$', "{d ? ' and ' : e}"].join('');

/** Of each operator a source and every fault that it makes there. */
const cases: Record<string, [source: string, faults: string[]]> = {
  condition: [
    'if (a && b) c();',
    ['if (!(a && b)) c();', 'if ((a || b)) c();', 'if ((a)) c();', 'if ((b)) c();'],
  ],
  // How far from naught tells a sort nothing, nor the order of tabs.
  limit: [
    'x = a < 5; y = b === c ? -1 : 1; z = [<p tabIndex={-1} />, { tabIndex: -1 }];',
    [
      'x = (a <= 5); y = b === c ? -1 : 1; z = [<p tabIndex={-1} />, { tabIndex: -1 }];',
      'x = a < 6; y = b === c ? -1 : 1; z = [<p tabIndex={-1} />, { tabIndex: -1 }];',
    ],
  ],
  query: ["q.where('at', '<=', b);", ["q.where('at', '<', b);"]],
  unit: ['x = a * 1000;', ['x = (a / 1000);', 'x = (a);']],
  await: [
    // Where its promise is what is returned, nothing waits less without the word.
    'const f = async () => { await g(); return await h(); };',
    ['const f = async () => { (g()); return await h(); };'],
  ],
  'early-return': ['function f() { if (a) return; g(); }', ['function f() {  g(); }']],
  // Of text and something else, or with a function, the compiler takes hardly any.
  'swapped-arguments': [
    "f(a, b, c); f(a, 'b'); f(a, () => b); x.check(a(), b());",
    ["f(b, a, c); f(a, 'b'); f(a, () => b); x.check(a(), b());"],
  ],
  'dropped-argument': ['f(a, b);', ['f(a);']],
  'dropped-call': ["reply.header('a', 'b').send(c);", ['reply.send(c);']],
  // Neither the ends of a range nor what is put in, which is a place of its own, nor a lone word.
  'raw-sql': [
    `sql\`select a from b where c = ${put} and (f between 1 and 2) order by g desc\`; sql\` and \`;`,
    [
      `sql\`select a from b where c <> ${put} and (f between 1 and 2) order by g desc\`; sql\` and \`;`,
      `sql\`select a from b where c = ${put} and (f between 1 and 2) order by g asc\`; sql\` and \`;`,
      'sql`select a from b where (f between 1 and 2) order by g desc`; sql` and `;',
      `sql\`select a from b where c = ${put} order by g desc\`; sql\` and \`;`,
    ],
  ],
  // In a query; a chain of listeners has no rows.
  'dropped-where': [
    "q.where('a', '=', b).where((is) => is.and([is(c), is(d)])); j.onRef('e', '=', 'f').on('g', h);",
    [
      "q.where('a', '=', b); j.onRef('e', '=', 'f').on('g', h);",
      "q.where((is) => is.and([is(c), is(d)])); j.onRef('e', '=', 'f').on('g', h);",
      "q.where('a', '=', b).where((is) => is.and([is(d)])); j.onRef('e', '=', 'f').on('g', h);",
      "q.where('a', '=', b).where((is) => is.and([is(c)])); j.onRef('e', '=', 'f').on('g', h);",
      "q.where('a', '=', b).where((is) => is.and([is(c), is(d)])); j.on('g', h);",
    ],
  ],
  'exchanged-method': [
    'x = a.some(b); c.add(d); e.add({ days: 1 });',
    [
      'x = a.every(b); c.add(d); e.add({ days: 1 });',
      'x = a.some(b); c.add(d); e.subtract({ days: 1 });',
    ],
  ],
  'dropped-statement': ['function f() { g(); return 1; }', ['function f() {  return 1; }']],
  'dropped-property': ['x = { a: 1, b };', ['x = { ...{}, b };', 'x = { a: 1, ...{} };']],
  fallback: ['x = a ?? b;', ['x = (a);', 'x = (b);']],
  'time-zone': [
    "x = zone('UTC') + a.getUTCHours();",
    [
      "x = zone('Pacific/Kiritimati') + a.getUTCHours();",
      "x = zone('Pacific/Pago_Pago') + a.getUTCHours();",
      "x = zone('UTC') + a.getHours();",
    ],
  ],
  word: [
    'x = <p title="a" c="red">Hello {b}</p>;',
    [
      'x = <p  c="red">Hello {b}</p>;',
      'x = <p title="a" c="red"> {b}</p>;',
      'x = <p title="a" c="red">Hello </p>;',
    ],
  ],
};

test('every operator has its case', () => {
  expect(Object.keys(cases)).toEqual(names);
});

test.each(Object.entries(cases))('%s', (operator, [source, faults]) => {
  expect(madeOf(source, operator)).toEqual(faults);
});

test('types and imports are left alone', () => {
  const source = "import { a } from 'b';\ntype C = { d?: 1 } & E<2>;\nlet f: 3 = g as 4;\n";
  const root = folderWith('a.ts', source);
  expect(faultsIn(root, 'a.ts', names)).toEqual([]);
});

test('a fault tells its place, its lines and the function it stands in', () => {
  const root = folderWith('a.ts', 'f();\nconst g = () => {\n  return h < 1;\n};\n');
  const [top, inside] = faultsIn(root, 'a.ts', ['limit', 'dropped-statement']);
  expect(top).toMatchObject({ at: 'a.ts:1:1', operator: 'dropped-statement', within: null });
  expect(inside).toMatchObject({ at: 'a.ts:3:10', operator: 'limit' });
  expect(inside?.diff).toBe('  -   return h < 1;\n  +   return (h <= 1);');
  expect(inside?.within).toMatch(/^a\.ts#[0-9a-f]{12}$/);
});

describe('a sample', () => {
  const fault = (file: string, operator: string) => ({ file, operator }) as Fault;
  const many = Array.from({ length: 40 }, () => fault('src/a/x.ts', 'limit'));
  const all = [...many, fault('src/b/y.ts', 'limit'), fault('src/a/x.ts', 'await')];

  test('is the same for the same seed, and another for another', () => {
    expect(sampleOf(many.with(0, fault('src/a/z.ts', 'limit')), 5, 1)).toEqual(
      sampleOf(many.with(0, fault('src/a/z.ts', 'limit')), 5, 1),
    );
    const numbered = many.map((one, index) => ({ ...one, at: String(index) }));
    expect(sampleOf(numbered, 5, 1)).not.toEqual(sampleOf(numbered, 5, 2));
  });

  test('has of every folder and operator before it has a second of one', () => {
    const picked = sampleOf(all, 3, 7).map(({ file, operator }) => `${file} ${operator}`);
    expect(picked.toSorted()).toEqual(['src/a/x.ts await', 'src/a/x.ts limit', 'src/b/y.ts limit']);
    expect(sampleOf(all, 1000, 7)).toHaveLength(all.length);
  });
});

test('probes tell which functions ran, and change nothing else', async () => {
  const source = 'export const f = (a: number) => a + 1;\nexport function g() {\n  return 2;\n}\n';
  const root = folderWith('a.ts', source);
  const log = path.join(root, 'log');
  const ids = addProbes(root, ['a.ts'], log);
  expect(ids).toHaveLength(2);
  expect(readFileSync(path.join(root, 'a.ts'), 'utf8').split('\n')).toHaveLength(5);
  const probed = await import(path.join(root, 'a.ts'));
  expect(probed.f(1)).toBe(2);
  expect([...readReach(root, log).values()].map((reached) => [...reached])).toEqual([[ids[0]]]);
});

test('suites that can see a file are those whose imports lead to it', () => {
  const imports = [
    { from: 'b.ts', to: 'a.ts', isDynamic: false },
    { from: 'c.test.ts', to: 'b.ts', isDynamic: true },
    { from: 'd.test.ts', to: 'e.ts', isDynamic: false },
  ];
  expect([...takers(imports, ['a.ts'])]).toEqual(['a.ts', 'b.ts', 'c.test.ts']);
});

test('the nearest suite is its namesake, then those of its folder, then any that takes it', () => {
  const suites = ['tests/server/a/b.test.ts', 'tests/server/a/c.test.ts', 'tests/d.test.ts'];
  const imports = suites.map((from) => ({ from, to: 'src/server/a/c.ts', isDynamic: false }));
  const elsewhere = { from: 'tests/server/a/e.test.ts', to: 'src/f.ts', isDynamic: false };
  expect(nearestByName('src/server/a/c.ts', [...imports, elsewhere])).toEqual([
    'tests/server/a/c.test.ts',
    'tests/server/a/b.test.ts',
    'tests/d.test.ts',
  ]);
});

test('by name, what shows every page of a folder is nearer than what shows another page', () => {
  const page = 'src/desk/mails/mails-page.tsx';
  const suites = ['desk/case-page', 'desk/mails', 'desk/whole-pages', 'portal/whole-pages'];
  const imports = suites.map((name) => ({
    from: `tests/${name}.test.tsx`,
    to: 'src/routing.tsx',
    isDynamic: false,
  }));
  const routed = [...imports, { from: 'src/routing.tsx', to: page, isDynamic: true }];
  expect(nearestByName(page, routed)).toEqual(
    ['desk/mails', 'desk/whole-pages', 'desk/case-page', 'portal/whole-pages'].map(
      (name) => `tests/${name}.test.tsx`,
    ),
  );
});

test('by name, what watches the rows of others is nearer than what is of another file', () => {
  const suites = ['server/desk/queue', 'server/desk/bystanders', 'server/desk/opinions'];
  const file = 'src/server/desk/opinions.ts';
  const imports = [
    { from: 'src/server/build.ts', to: file, isDynamic: false },
    ...suites.map((name) => ({
      from: `tests/${name}.test.ts`,
      to: 'src/server/build.ts',
      isDynamic: false,
    })),
  ];
  expect(nearestByName(file, imports)).toEqual(
    ['opinions', 'bystanders', 'queue'].map((name) => `tests/server/desk/${name}.test.ts`),
  );
});

test('by name, of suites elsewhere those are nearer that import the file, then those in fewer steps', () => {
  const file = 'src/contract/parse.ts';
  const imports = [
    { from: 'src/contract/calls.ts', to: file },
    { from: 'src/server/build.ts', to: 'src/contract/calls.ts' },
    { from: 'tests/a/whole.test.ts', to: 'src/server/build.ts' },
    { from: 'tests/b/calls.test.ts', to: 'src/contract/calls.ts' },
    { from: 'tests/server/platform/http/malformed.test.ts', to: file },
  ].map((one) => ({ ...one, isDynamic: false }));
  expect(nearestByName(file, imports)).toEqual([
    'tests/server/platform/http/malformed.test.ts',
    'tests/b/calls.test.ts',
    'tests/a/whole.test.ts',
  ]);
});
