import { readFileSync, writeFileSync } from 'node:fs';
import { diagram, layeringOf } from './modules/layering.ts';
import { type Arrow, arrowsOf, boxOf, readImports } from './modules/read-imports.ts';

const help = `Draws the modules of the source code and their imports into CONTRIBUTING.md.

  npm run module-diagram             draws the diagram, and reports import cycles
  npm run module-diagram -- --check  only checks that the diagram is up to date

Exit status: 0; 1 --check found it outdated; 2 invalid option.
`;
const file = new URL('../../.github/CONTRIBUTING.md', import.meta.url);
const diagramPart = /(?<=<!-- modules -->\n).*(?=<!-- \/modules -->)/s;

function main(option = ''): number {
  if (option === '--help') {
    process.stdout.write(help);
    return 0;
  }
  if (option !== '' && option !== '--check') {
    process.stderr.write(`${option} is not known.\nSee --help.\n`);
    return 2;
  }
  const imports = readImports();
  const modules = arrowsOf(imports, boxOf);
  const page = readFileSync(file, 'utf8');
  const drawn = page.replace(diagramPart, () => diagram(modules));
  if (option === '') writeFileSync(file, drawn);
  printLayers(modules);
  if (option === '' || drawn === page) return 0;
  process.stderr.write('The diagram in CONTRIBUTING.md is outdated: run npm run module-diagram\n');
  return 1;
}

function printLayers(arrows: readonly Arrow[]): void {
  const { levels, back } = layeringOf(arrows);
  const { size } = new Set(arrows.flatMap(({ from, to }) => [from, to]));
  process.stdout.write(
    `${size} modules on ${levels} levels, ${arrows.length} arrows, ${back.length} of them against the layers\n`,
  );
  for (const { from, to } of back) process.stdout.write(`  ${from} -> ${to}\n`);
}

process.exitCode = main(process.argv.slice(2).join(' '));
