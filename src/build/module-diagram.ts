import { readFileSync, writeFileSync } from 'node:fs';
import { cyclicArrows, diagram } from './modules/layering.ts';
import { arrowsOf, boxOf, readImports } from './modules/read-imports.ts';

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
  for (const { from, to } of cyclicArrows(modules))
    process.stdout.write(`import cycle: ${from} -> ${to}\n`);
  if (option === '' || drawn === page) return 0;
  process.stderr.write('The diagram in CONTRIBUTING.md is outdated: run npm run module-diagram\n');
  return 1;
}

process.exitCode = main(process.argv.slice(2).join(' '));
