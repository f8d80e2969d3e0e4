import { readFileSync, writeFileSync } from 'node:fs';
import { parsed, printHelpIfAsked, runTool } from '#tools/usage.ts';
import { machinesPage } from './charts/machines-page.ts';

const file = new URL('../../machines/README.md', import.meta.url);

printHelpIfAsked(`Writes machines/README.md from the machines.

  npm run machines-page             writes it
  npm run machines-page -- --check  checks that it is up to date

Exit status: 0; 1 --check found it outdated; 2 invalid option.
`);
await runTool(async () => {
  const { check } = parsed({ options: { check: { type: 'boolean' } } }).values;
  const page = await machinesPage();
  if (!check) writeFileSync(file, page);
  else if (readFileSync(file, 'utf8') !== page) {
    process.stderr.write('machines/README.md is outdated: run npm run machines-page\n');
    process.exitCode = 1;
  }
});
