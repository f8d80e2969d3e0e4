import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Runs every bench, one after the other, each in a process of its own.
for (const name of ['report', 'calls', 'queue', 'figures', 'paths']) {
  const script = fileURLToPath(new URL(`./bench/${name}.bench.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  console.log();
}
