import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument, OPS, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { html } from '#lib/statechart/chart-formats/html.ts';
import { catalogue } from '#machines/catalogue.ts';
import { catalogueChart } from '#testing/charts/catalogue-chart.ts';
import { temporaryFolder } from '#tests/temporary-folder.ts';

const script = join(import.meta.dirname, '../../../src/testing/charts.ts');
const folder = temporaryFolder('charts');

function charts(...args: string[]) {
  return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
}

test('an SVG contains states, events and senders as text, for light, dark and paper', () => {
  const { status, stdout, stderr } = charts('application');
  expect(status, stderr).toBe(0);
  for (const text of [
    '>Submitted<',
    '>Eligibility<',
    '>by the data<',
    'prefers-color-scheme:dark',
    '@media print',
  ])
    expect(stdout).toContain(text);
  expect(stdout).not.toMatch(/NaN|undefined/);
});

test('an SVG has literal colours, for programs without CSS variables', () => {
  const { stdout } = charts('report');
  expect(stdout).not.toMatch(/var\(|--c-/);
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(stdout) ?? [];
  const [first = '', dark = '', print = ''] = style.split('@media');
  expect(first).toContain('.chart .state rect{fill:#ffffff;stroke:#5d6b73');
  expect(dark).toContain('.chart .state rect{fill:#182126;stroke:#9aa7ad');
  expect(print).toContain('.chart .state rect{fill:#fff;stroke:#000');
});

test('all machines are written to the folder, one file each', () => {
  const { status, stderr } = charts('all', '--format', 'mermaid', '--lang', 'fr', '--out', folder);
  expect(stderr).toContain('application.fr.mmd');
  expect(status, stderr).toBe(0);
  const files = readdirSync(folder).filter((name) => name.endsWith('.mmd'));
  expect(files).toHaveLength(Object.keys(catalogue).length);
  const application = readFileSync(join(folder, 'application.fr.mmd'), 'utf8');
  expect(application).toContain('state "Déposée (0)" as qualification_submitted');
  expect(application).toContain(
    'dataRequest_underReview --> approved : data.approve [bySecondedReviewerOfLinked]',
  );
});

test('the page of a PDF has the picture and tables in one language', async () => {
  const page = html(await catalogueChart('consent', 'es'));
  expect(page).toContain('<html lang="es">');
  expect(page).toContain('<svg ');
  expect(page).toContain('<th scope="row">Preguntando</th>');
  expect(page).toContain('<th scope="col">Condición</th>');
  expect(page).toContain('<h2>Transiciones</h2>');
  expect(page).toContain('<td>atómico</td>');
});

test.each([
  ['pl', 'Prawo do danych rozpatrywane'],
  ['zh', '访问权审核中'],
])(
  'a PDF has the whole picture on one sheet, with its words as text (%s)',
  async (language, word) => {
    const { status, stderr } = charts(
      ...['application', '--format', 'pdf', '--lang', language, '--out', folder],
    );
    // Expected on a machine without a Chinese font.
    if (language === 'zh' && status !== 0) {
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining('No font of this machine has «'),
      ]);
      return;
    }
    expect(status, stderr).toBe(0);
    const data = new Uint8Array(readFileSync(join(folder, `application.${language}.pdf`)));
    const task = getDocument({ data, verbosity: VerbosityLevel.ERRORS });
    const document = await task.promise;
    const sheet = await document.getPage(1);
    // A4 or A3 landscape in points: the smallest sheet on which every word can be read.
    expect([
      [842, 595],
      [1191, 842],
    ]).toContainEqual(sheet.view.slice(2).map(Math.round));
    const { items } = await sheet.getTextContent();
    const words = items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : []));
    const text = words.map(({ str }) => str).join('');
    expect(text.replace(/\s/g, '')).toContain(word.replace(/\s/g, ''));
    const sizes = words.map(({ transform }) => Math.hypot(transform[2], transform[3]));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(7);
    const { fnArray } = await sheet.getOperatorList();
    expect(fnArray).not.toContain(OPS.paintImageXObject);
    await task.destroy();
  },
);

/** Runs the command on a system with only these fonts. */
function chartsWithFonts(fonts: string, ...args: string[]) {
  const configuration = join(folder, 'fonts.conf');
  writeFileSync(configuration, `<fontconfig>${fonts}<cachedir>${folder}</cachedir></fontconfig>`);
  const env = { ...process.env, FONTCONFIG_FILE: configuration };
  return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', env });
}

/** Liberation Sans, which has no loop symbol. */
const withoutSigns = join(import.meta.dirname, '../../../node_modules/pdfjs-dist/standard_fonts');

test.each([
  ['png', 'PNG', 1],
  ['pdf', '%PDF', 0],
] as const)(
  'a %s is drawn with embedded fonts if the system fonts lack its characters',
  (format, mark, offset) => {
    // Polish needs Latin Extended letters, and this chart needs the loop symbol.
    const named = ['application', '--format', format, '--lang', 'pl', '--out', folder];
    const { status, stderr } = chartsWithFonts(`<dir>${withoutSigns}</dir>`, ...named);
    const file = join(folder, `application.pl.${format}`);
    expect([status, stderr.trim()]).toEqual([0, file]);
    expect(readFileSync(file).toString('latin1', offset, offset + mark.length)).toBe(mark);
  },
);

test('a picture is rejected if its characters have no font', () => {
  const latin = '<dir>/usr/share/fonts/truetype/dejavu</dir>';
  const named = ['report', '--format', 'pdf', '--lang', 'zh', '--out', folder];
  const { status, stderr } = chartsWithFonts(latin, ...named);
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/^No font of this machine has «\p{Script=Han}+.*»: install one/u),
  ]);
});

test.each([
  [[], 'name a machine: all, application'],
  [['engine'], 'unknown machine «engine»; known: application'],
  [['report', 'login'], 'login: one machine at a time, or all'],
  [['report', '--format', 'gif'], 'unknown --format «gif»; known: svg'],
  [['report', '--lang', 'de'], 'unknown --lang «de»; known: en'],
  [['all'], 'name a folder with --out'],
  [['report', '--format', 'png'], 'name a folder with --out'],
  [['report', '--format', 'pdf'], 'name a folder with --out'],
  [['report', '--out', '/dev/null/x'], '--out /dev/null/x'],
  [['report', '--out', '/proc/x'], '--out /proc/x'],
  [['report', '--colour'], "Unknown option '--colour'"],
])('%j is rejected with status 2 and a clear message', (args, message) => {
  const { status, stderr } = charts(...args);
  expect(stderr.split('\n')[0]).toContain(message);
  expect(status, stderr).toBe(2);
});
