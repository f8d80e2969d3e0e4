import { readFileSync } from 'node:fs';
import type { Mutant } from '#lib/statechart/mutation/mutant.ts';
import { MAX_CONFIGURATIONS, mutantsOf, survivors } from '#lib/statechart/mutation/mutants.ts';
import { behaviourText } from '#lib/statechart/paths/behaviour.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { scenarios } from '#machines/scenarios.ts';
import { parsed, printHelpIfAsked, runTool, UsageError, writeNamed } from '#tools/usage.ts';
import {
  enterCallerFolder,
  isMachineFile,
  namedMachines,
  unexploredLines,
} from './machines/named-machines.ts';

const help = `Inserts small faults into machines, one at a time, and lists those that no test detects.

  npm run mutate                       all machines of the catalogue, with tests/machines/approved
  npm run mutate -- ./my.machine.ts    the machines of a file, with their own behaviour under
                                       their scenario (--scenario FILE, see src/lib/statechart/README.md)
  --json FILE      writes the result as JSON

Exit status for the catalogue: 0 when at least 97 % are detected and every other fault is explained;
for a file: 0. 2: invalid option, or FILE cannot be written.
`;

const LEAST_SHARE = 0.97;

interface MutatedMachine {
  name: string;
  mutants: Mutant[];
  survivors: Mutant[];
}

/**
 * Mutates every machine of the catalogue and compares the behaviour for all samples in all states
 * with the approved texts. Sets the exit status.
 * @throws {UsageError} if the file `json` cannot be written
 */
function mutateCatalogue(json: string | undefined): void {
  const machines = Object.entries(scenarios).map(([name, scenario]) => {
    const approved = readFileSync(
      new URL(`../../tests/machines/approved/${name}.txt`, import.meta.url),
      'utf8',
    );
    const mutants = mutantsOf(name, scenario.machine, scenario.starts[0]?.input);
    return { name, mutants, survivors: survivors(scenario, mutants, approved) };
  });
  const { share, survived } = report(machines, json);
  const ids = new Set(survived.map(({ id }) => id));
  const outdated = [...explanations.keys()].filter((id) => !ids.has(id));
  for (const id of outdated)
    console.log(`has an explanation, but is detected or no longer possible: ${id}`);
  const isExplained = survived.every(({ explanation }) => explanation);
  if (share < LEAST_SHARE || !isExplained || outdated.length > 0) process.exitCode = 1;
}

/**
 * Mutates each machine of a file and compares the mutants with the original in its scenario. A
 * surviving mutant behaves alike with all its samples, so no test with these samples detects it.
 * @throws {UsageError} if something cannot be loaded, explored or written
 */
async function mutateFile(
  file: string,
  scenarioFile: string | undefined,
  json: string | undefined,
): Promise<void> {
  const machines = (await namedMachines([file], scenarioFile)).map((named) => {
    const { name, scenario } = named;
    const space = explore(scenario, MAX_CONFIGURATIONS);
    process.stderr.write(unexploredLines(named, space));
    if (!space.complete)
      process.stderr.write(
        `${name}: compared within ${MAX_CONFIGURATIONS} states, because there are more\n`,
      );
    const mutants = mutantsOf(name, scenario.machine, scenario.starts[0]?.input);
    return { name, mutants, survivors: survivors(scenario, mutants, behaviourText(space)) };
  });
  report(machines, json);
}

function report(machines: readonly MutatedMachine[], json: string | undefined) {
  const all = machines.flatMap(({ mutants }) => mutants);
  const survived = machines
    .flatMap((machine) => machine.survivors)
    .map(({ id }) => ({ id, explanation: explanations.get(id) ?? null }));
  const caught = all.length - survived.length;
  for (const { name, mutants, survivors: left } of machines)
    console.log(`${name}: ${mutants.length - left.length} of ${mutants.length} detected`);
  for (const operator of new Set(all.map((mutant) => mutant.operator))) {
    const total = all.filter((mutant) => mutant.operator === operator).length;
    console.log(`  ${operator}: ${total} mutants`);
  }
  for (const { id, explanation } of survived)
    console.log(`survived ${id}\n  ${explanation ?? 'without explanation'}`);
  const share = all.length === 0 ? 1 : caught / all.length;
  console.log(`${caught} of ${all.length} mutants detected (${(share * 100).toFixed(1)} %)`);
  if (json)
    writeNamed(
      '--json',
      json,
      `${JSON.stringify({ mutants: all.length, caught, survivors: survived }, null, 2)}\n`,
    );
  return { share, survived };
}

const reasons: readonly { reason: string; mutants: readonly string[] }[] = [
  {
    reason: 'the previous candidate takes every personal application, so only public ones remain',
    mutants: [
      'application: drop part 4 of the guard of qualification.submitted:review.start:1',
      'application: drop part 3 of the guard of approved:sharing.suspend:1',
      'application: guard always holds isPublic',
    ],
  },
  {
    reason: 'an application is personal or public, so the two guards never both hold',
    mutants: [
      'application: swap candidates 0 and 1 of qualification.submitted:review.start:1',
      'application: swap candidates 0 and 1 of approved:sharing.suspend:1',
    ],
  },
  {
    reason: 'every lead is a reviewer',
    mutants: [
      'application: drop part 0 of the guard of approved:approval.withdraw:0',
      'application: drop part 0 of the guard of suspended:sharing.end:0',
      'application: drop part 0 of the guard of terminated.byHolder:application.reopen:0',
      'application: drop part 0 of the guard of terminated.byHolder:application.reopen:1',
      'application: drop part 0 of the guard of terminated.byHolder:application.reopen:2',
      'application: drop part 0 of the guard of terminated.byHolder:application.reopen:3',
      'application: drop part 0 of the guard of terminated.byHolder:application.reopen:4',
      'application: drop part 0 of the guard of terminated.byHolder:application.reopen:5',
      'application: drop part 0 of the guard of terminated.byHolder:application.reopen:6',
      'application: drop part 0 of the guard of terminated.byHolder:application.reopen:7',
    ],
  },
  {
    reason: 'an application has ended in one state, so only one of the guards holds',
    mutants: [
      'application: drop part 4 of the guard of terminated.byHolder:application.reopen:7',
      'application: swap candidates 0 and 1 of terminated.byHolder:application.reopen:1',
      'application: swap candidates 1 and 2 of terminated.byHolder:application.reopen:2',
      'application: swap candidates 2 and 3 of terminated.byHolder:application.reopen:3',
      'application: swap candidates 3 and 4 of terminated.byHolder:application.reopen:4',
      'application: swap candidates 4 and 5 of terminated.byHolder:application.reopen:5',
      'application: swap candidates 5 and 6 of terminated.byHolder:application.reopen:6',
      'application: swap candidates 6 and 7 of terminated.byHolder:application.reopen:7',
    ],
  },
  {
    reason: 'a decision was made in one state, and an earlier candidate takes all the others',
    mutants: [
      'application: drop part 4 of the guard of qualification:decision.undo:0',
      'application: drop part 4 of the guard of dataRequest:decision.undo:0',
      'application: drop part 4 of the guard of qualification.underReview:decision.undo:1',
      'application: drop part 4 of the guard of dataRequest.underReview:decision.undo:2',
      'application: drop part 4 of the guard of dataRequest.withheld:decision.undo:0',
      'application: drop part 4 of the guard of approved:decision.undo:1',
      'application: drop part 4 of the guard of suspended:decision.undo:0',
      'application: drop part 4 of the guard of terminated.byHolder:decision.undo:7',
      'application: swap candidates 0 and 1 of qualification.underReview:decision.undo:1',
      'application: swap candidates 0 and 1 of dataRequest.underReview:decision.undo:1',
      'application: swap candidates 1 and 2 of dataRequest.underReview:decision.undo:2',
      'application: swap candidates 0 and 1 of approved:decision.undo:1',
      'application: swap candidates 0 and 1 of terminated.byHolder:decision.undo:1',
      'application: swap candidates 1 and 2 of terminated.byHolder:decision.undo:2',
      'application: swap candidates 2 and 3 of terminated.byHolder:decision.undo:3',
      'application: swap candidates 3 and 4 of terminated.byHolder:decision.undo:4',
      'application: swap candidates 4 and 5 of terminated.byHolder:decision.undo:5',
      'application: swap candidates 5 and 6 of terminated.byHolder:decision.undo:6',
      'application: swap candidates 6 and 7 of terminated.byHolder:decision.undo:7',
    ],
  },
  {
    reason: 'an answer is awaited in only one state of the qualification',
    mutants: [
      'application: retarget qualification:deadline.extend:0 to qualification.informationRequired',
      'application: retarget qualification:decision.undo:0 to qualification.informationRequired',
    ],
  },
  {
    reason: 'every transition into the compound state targets a child',
    mutants: [
      'application: other initial underReview in dataRequest',
      'application: other initial informationRequired in dataRequest',
      'application: other initial withheld in dataRequest',
      'application: other initial byHolder in terminated',
    ],
  },
  {
    reason: 'the target is the initial state of its region, and the other region starts, too',
    mutants: [
      'login: retarget sendingCode:done.sendCode:0 to code.entry.editing',
      'login: retarget sendingCode:done.sendCode:0 to code.resend.waiting',
      'login: retarget sendingCode:error.sendCode:1 to code.entry.editing',
      'login: retarget sendingCode:error.sendCode:1 to code.resend.waiting',
    ],
  },
  {
    reason: 'a problem is of one kind, so the two guards never both hold',
    mutants: ['login: swap candidates 0 and 1 of sendingCode:error.sendCode:1'],
  },
  {
    reason: 'a proof is of one kind, so two of the guards never both hold',
    mutants: ['secret.active', 'secret.replacing'].flatMap((state) => [
      `second-factor: swap candidates 0 and 1 of ${state}:factor.give:1`,
      `second-factor: swap candidates 1 and 2 of ${state}:factor.give:2`,
    ]),
  },
  {
    reason: 'no sample starts a review with `assigns`; the tests of the desk do',
    mutants: [
      'application: drop assignment assignee in decide',
      'application: drop assignment assignee in restore',
    ],
  },
  {
    reason: 'a queued file with an id becomes uploaded immediately',
    mutants: ['upload: retarget uploading:transfer.succeeded:0 to queued'],
  },
  {
    reason: 'eventless transitions choose between the three states immediately',
    mutants: [
      'upload-queue: retarget #uploadQueue:upload.changed:1 to settled',
      ...[
        'files.add:0',
        'file.remove:0',
        'rejections.dismiss:0',
        'upload.changed:0',
        'upload.changed:1',
        'upload.changed:2',
      ].flatMap((event) =>
        ['transferring', 'unfinished'].map(
          (state) => `upload-queue: retarget #uploadQueue:${event} to ${state}`,
        ),
      ),
      'upload-queue: retarget settled:always:0 to unfinished',
      'upload-queue: retarget transferring:always:1 to unfinished',
      'upload-queue: retarget unfinished:always:0 to settled',
      'upload-queue: retarget unfinished:always:1 to transferring',
      'upload-queue: other initial transferring in #uploadQueue',
      'upload-queue: other initial unfinished in #uploadQueue',
    ],
  },
  {
    reason: 'an open banner with a recorded choice closes immediately',
    mutants: ['consent: retarget recording:done.recordChoice:0 to open'],
  },
  {
    reason: 'a file is in one stage, so the two guards never both hold',
    mutants: [
      'upload-queue: swap candidates 0 and 1 of #uploadQueue:upload.changed:1',
      'upload-queue: swap candidates 0 and 1 of transferring:always:1',
      'upload-queue: swap candidates 0 and 1 of unfinished:always:1',
    ],
  },
];

const explanations: ReadonlyMap<string, string> = new Map(
  reasons.flatMap(({ reason, mutants }) => mutants.map((mutant) => [mutant, reason])),
);

printHelpIfAsked(help);
enterCallerFolder();
await runTool(async () => {
  const { values, positionals } = parsed({
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      scenario: { type: 'string' },
    },
  });
  const { json, scenario } = values;
  const [file] = positionals;
  if (isMachineFile(file)) await mutateFile(file, scenario, json);
  else if (scenario !== undefined) throw new UsageError('--scenario requires a machine file');
  else if (file !== undefined)
    throw new UsageError(
      `${file} is not a machine file; without a file, all machines of the catalogue are mutated`,
    );
  else mutateCatalogue(json);
});
