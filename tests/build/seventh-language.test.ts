import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CopiedTree, copyTree } from '#tests/copied-tree.ts';

const run = promisify(execFile);

/** Additions for a new language: one line, and one catalogue. */
const LINE = "  eo: 'Esperanto',\n";
const CATALOGUE = 'locales/eo.po';

/** English in brackets, which shows where a text comes from the catalogue. */
const pseudo = (english: string) =>
  english
    .replace('"Language: en\\n"', '"Language: eo\\n"')
    .split('\n\n')
    .map((entry, index) =>
      index === 0 ? entry : entry.replace(/^msgstr "(.*)"$/m, 'msgstr "⟦$1⟧"'),
    )
    .join('\n\n');

const SAID = `
import { writeFileSync } from 'node:fs';
import { manifestSheet, sheetParts } from '#server/reports/manifest.ts';
import { ReportNotes } from '#server/reports/report-notes.ts';
import { noMask } from '#server/reports/masking.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { eventMail } from '#server/applications/mails/application-mails.ts';
import { labelsOf } from '#charts/words/chart-words.ts';

const request = { holder: 'H', applicationNumber: 'VD-1', kind: 'personal', hasPeriod: true, from: 0, to: 1, parts: [{ from: 0, to: 1 }], linkEndedAt: null, timeZone: null, sharedUntil: null, dataTypes: ['battery'], masking: null, contact: 'c@h.eu', recipient: { kind: 'requester', name: null }, purpose: null };
const account = { request, emptiness: null, vehicle: null, preparedAt: 0, mask: noMask, deliveries: [], absences: new Map(), notes: new ReportNotes(), faults: { rejected: new Map(), repeated: 0 }, gaps: null, imports: null, parts: sheetParts(new Map()) };
const mail = eventMail('application.terminate', 'eo', { number: 'VD-1', holderName: 'H', url: 'https://example.eu' });
const report = manifestSheet(account, wordsOf('eo'));
writeFileSync('said.json', JSON.stringify({ mail, report: report.rows, chart: labelsOf(wordsOf('eo'), 'application') }));
`;

const RENDERED = `
const { pages, render } = await import('./prerendered/prerender.js');
const rendered = Object.keys(pages).map(async (page) => [page, await render(page, 'eo')]);
console.log(JSON.stringify(Object.fromEntries(await Promise.all(rendered))));
`;

let tree: CopiedTree;
let copy: string;
beforeAll(async () => {
  tree = copyTree();
  copy = tree.folder;
  const list = path.join(copy, 'src/contract/languages.ts');
  const source = await readFile(list, 'utf8');
  await writeFile(
    list,
    source.replace("  pt: 'Português',\n", (last) => last + LINE),
  );
  await writeFile(path.join(copy, CATALOGUE), pseudo(await readFile('locales/en.po', 'utf8')));
});
afterAll(() => tree.remove());

it('a seventh language needs one line and one file: mails, reports and charts use it', async () => {
  await writeFile(path.join(copy, 'said.ts'), SAID);
  await run('node', ['said.ts'], { cwd: copy });
  const { mail, report, chart } = JSON.parse(await readFile(path.join(copy, 'said.json'), 'utf8'));
  expect(mail.subject).toBe('⟦Application VD-1 ended⟧');
  expect(JSON.stringify(report)).toContain('⟦All time stamps are in UTC.⟧');
  expect(JSON.stringify(chart)).toContain('⟦Qualification under review⟧');
});

it('every page is prerendered in the seventh language', { timeout: 400_000 }, async () => {
  // Reuses the cached layouts of the six languages.
  const layouts = 'node_modules/.cache/chart-layouts';
  await mkdir(layouts, { recursive: true });
  await mkdir(path.join(copy, path.dirname(layouts)), { recursive: true });
  await symlink(path.resolve(layouts), path.join(copy, layouts));
  // Only the part of the build that renders pages.
  const config = await readFile(path.join(copy, 'vite.config.ts'), 'utf8');
  const only = config
    .replace(/weighPages\(\), .*, compress\]/, ']')
    .replace(/rolldownOptions: \{/, 'unused: {');
  expect(only).toContain('[...pagePlugins(), ]');
  await writeFile(path.join(copy, 'vite.config.ts'), only);
  const args = ['build', '--ssr', 'prerender.tsx', '--outDir', '../prerendered'];
  await run('node_modules/.bin/vite', args, {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'production', VITEST: '' },
  });
  await writeFile(path.join(copy, 'rendered.ts'), RENDERED);
  const { stdout } = await run('node', ['rendered.ts'], { cwd: copy });
  const rendered = Object.entries<string>(JSON.parse(stdout));
  expect(rendered).toHaveLength(5);
  for (const [name, page] of rendered) expect(page, name).toContain('⟦');
});
