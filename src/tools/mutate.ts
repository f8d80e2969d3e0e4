import { isMachineFile } from './machines/named-machines.ts';
import { mutateCatalogue, mutateFile } from './mutate/machines.ts';
import { mutateSources } from './mutate/sources.ts';
import { parsed, runTool, UsageError } from './usage.ts';

const help = `Makes small faults, one at a time, and tells which of them no test notices.

  npm run mutate                       in the machines, against tests/machines/approved
  npm run mutate -- ./my.machine.ts    in those of a file, against what they do under their scenario
                                       (--scenario FILE, see the README of src/lib/statechart)
  npm run mutate -- --in src/server    in the sources of a folder or a file, against the suites
                                       of Vitest that reach them; --in may be repeated
  --json FILE      the same as JSON

In sources also:
  --sample N       N of the faults, evenly over folders and operators
  --seed N         which ones; 1 when not given
  --operator NAME  faults of this kind alone; may be repeated
  --at TEXT        faults whose place, e.g. src/server/build.ts:12, begins with this
  --nearest N      tries a fault on the N suites alone that stand nearest to its file
  --by-name        measures nothing: suites are found by their names and imports
  --budget SECONDS no fault after the twentieth is begun later than this, and none at all later
                   than five times this; of fewer than twenty one has to be noticed for --least
  --least PERCENT  exit status 1 when fewer are noticed; of what nothing is known is not noticed
  --list           lists the faults and tries none

What sources are tried in is a copy of the work tree. Which suite reaches which function is measured
once and kept in node_modules/.cache/mutate; a suite is measured again when it or what it uses has
changed. With --by-name a fault is left to the suites that its file's name and folder lead to. What the
compiler refuses in its own file is not tried; with a budget the compiler is asked afterwards, as it is
about all that every suite lets pass. Of a fault whose suites did not run nothing is known.
Exit status in the machines: 0 at least 97 % are noticed and every other one is explained; of a
file's 0. 2: a wrong option, or FILE cannot be written.
`;

await runTool(async () => {
  const { values, positionals } = parsed({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'string' },
      in: { type: 'string', multiple: true },
      sample: { type: 'string' },
      seed: { type: 'string' },
      operator: { type: 'string', multiple: true },
      at: { type: 'string' },
      nearest: { type: 'string' },
      'by-name': { type: 'boolean' },
      budget: { type: 'string' },
      least: { type: 'string' },
      list: { type: 'boolean' },
      scenario: { type: 'string' },
    },
  });
  const { help: isHelp, json, in: places, list, 'by-name': byName, scenario, ...chosen } = values;
  const [file] = positionals;
  if (isHelp) process.stdout.write(help);
  else if (places)
    await mutateSources(places, { ...chosen, json, list: list ?? false, byName: byName ?? false });
  else if (Object.keys(chosen).length > 0 || byName)
    throw new UsageError('these options need --in');
  else if (isMachineFile(file)) await mutateFile(file, scenario, json);
  else if (file !== undefined)
    throw new UsageError(`${file} is no machine file; without one all of the catalogue are tried`);
  else mutateCatalogue(json);
});
