import { readFileSync, writeFileSync } from 'node:fs';
import { machinesPage } from './charts/machines-page.ts';

const help = `Writes machines/README.md from the machines.

  npm run machines-page             writes it
  npm run machines-page -- --check  checks that it is up to date

Exit status: 0; 1 --check found it outdated; 2 invalid option.
`;
const file = new URL('../../machines/README.md', import.meta.url);

switch (process.argv.slice(2).join(' ')) {
  case '':
    writeFileSync(file, await machinesPage());
    break;
  case '--check':
    if (readFileSync(file, 'utf8') !== (await machinesPage())) {
      process.stderr.write('machines/README.md is outdated: run npm run machines-page\n');
      process.exitCode = 1;
    }
    break;
  case '--help':
    process.stdout.write(help);
    break;
  default:
    process.stderr.write(`${process.argv.slice(2).join(' ')} is not known.\nSee --help.\n`);
    process.exitCode = 2;
}
