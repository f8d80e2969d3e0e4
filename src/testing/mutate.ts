import { parsed, runTool, UsageError } from '#tools/usage.ts';
import { isMachineFile } from './machines/named-machines.ts';
import { mutateCatalogue, mutateFile } from './mutate/machines.ts';

const help = `Makes small faults in machines, one at a time, and lists those that no test notices.

  npm run mutate                       all machines of the catalogue, against tests/machines/approved
  npm run mutate -- ./my.machine.ts    the machines of a file, against their own behaviour under
                                       their scenario (--scenario FILE, see src/lib/statechart/README.md)
  --json FILE      writes the result as JSON

Exit status for the catalogue: 0 when at least 97 % are noticed and every other fault is explained;
for a file: 0. 2: a wrong option, or FILE cannot be written.
`;

await runTool(async () => {
  const { values, positionals } = parsed({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'string' },
      scenario: { type: 'string' },
    },
  });
  const { help: isHelp, json, scenario } = values;
  const [file] = positionals;
  if (isHelp) process.stdout.write(help);
  else if (isMachineFile(file)) await mutateFile(file, scenario, json);
  else if (scenario !== undefined) throw new UsageError('--scenario needs a machine file');
  else if (file !== undefined)
    throw new UsageError(
      `${file} is not a machine file; without one, all of the catalogue are tried`,
    );
  else mutateCatalogue(json);
});
