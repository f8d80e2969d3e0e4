import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const all = ['report', 'calls', 'queue', 'figures'];
const named = process.argv.slice(2);
if (!named.every((name) => all.includes(name))) {
  console.error(`npm run bench [-- ${all.join('|')} …]\nAll of them when none is named.`);
  process.exit(2);
}

// Runs the benches one after the other, each in a process of its own.
for (const name of named.length > 0 ? named : all) {
  const script = fileURLToPath(new URL(`./bench/${name}.bench.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  console.log();
}
