import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const all = ['report', 'queue', 'figures', 'series', 'paths', 'live'];
const args = process.argv.slice(2);
const end = args.findIndex((arg) => arg.startsWith('--'));
const named = end < 0 ? args : args.slice(0, end);
const options = end < 0 ? [] : args.slice(end);
if (!named.every((name) => all.includes(name)) || (options.length > 0 && named.length !== 1)) {
  console.error(
    `npm run bench [-- ${all.join('|')} … | -- series --rows N | -- queue|figures --applications N]\nRuns all benchmarks by default.`,
  );
  process.exit(2);
}

// Each bench runs in its own process.
for (const name of named.length > 0 ? named : all) {
  const script = fileURLToPath(new URL(`./${name}.bench.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [script, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  console.log();
}
