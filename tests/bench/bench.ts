import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { printHelpIfAsked } from '#tools/usage.ts';

printHelpIfAsked(`Runs benchmarks, by default all.

  npm run bench -- report whole-report queue series paths live ingest import
  npm run bench -- series --rows N
  npm run bench -- queue --applications N
`);
const all = ['report', 'queue', 'series', 'paths', 'live', 'ingest', 'whole-report', 'import'];
const args = process.argv.slice(2);
const end = args.findIndex((arg) => arg.startsWith('--'));
const named = end < 0 ? args : args.slice(0, end);
const options = end < 0 ? [] : args.slice(end);
if (!named.every((name) => all.includes(name)) || (options.length > 0 && named.length !== 1)) {
  console.error('See npm run bench -- --help');
  process.exit(2);
}

// Each bench runs in its own process.
for (const name of named.length > 0 ? named : all) {
  const script = fileURLToPath(new URL(`./${name}.bench.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [script, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  console.log();
}
