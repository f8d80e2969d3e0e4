import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parsedOrExit } from '#tools/usage.ts';
import { keysInSteps, type Release, rollOver } from './rolling.ts';

const help = `Replaces the processes of a previous release by those of this one, one at a time, under load.

  DATABASE_URL=postgres://user:password@host/database npm run upgrade-test -- --from COMMIT

  --from COMMIT    the previous release (default: this one, as in a rolling restart)
  --keys           change SECRET and AUDIT_KEY step by step instead of the release
  --processes N    number of processes (default: 3)
  --clients N      concurrent clients (default: 200)
  --between N      acknowledged writes between two replacements (default: 200)

One process is rolled back to the previous release, on the database that this one has migrated.
Prints the figures at the end, or the first call that failed with exit status 1. Requires installed
packages, including those of the previous release.
`;

const options = {
  from: { type: 'string' },
  keys: { type: 'boolean' },
  processes: { type: 'string', default: '3' },
  clients: { type: 'string', default: '200' },
  between: { type: 'string', default: '200' },
  help: { type: 'boolean' },
} as const;

const { values } = parsedOrExit({ options });
if (values.help) process.stdout.write(help);
else process.exitCode = await run();

async function run(): Promise<number> {
  const next = { name: 'this release', folder: resolve('.') };
  const previous = values.from === undefined ? next : checkedOut(values.from);
  const change = values.keys ? keysInSteps(next.folder) : { previous, next: [next] };
  try {
    const [processes, clients, between] = [values.processes, values.clients, values.between].map(
      Number,
    ) as [number, number, number];
    const figures = await rollOver({ ...change, processes, clients, between }, console.log);
    console.log(JSON.stringify(figures));
    return 0;
  } catch (error) {
    console.error(error);
    return 1;
  } finally {
    if (previous !== next) rmSync(previous.folder, { recursive: true });
  }
}

/** Checks out a commit in a separate folder, with the packages of this one. */
function checkedOut(commit: string): Release {
  const folder = mkdtempSync(join(tmpdir(), 'former-'));
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder]);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return { name: commit, folder };
}
