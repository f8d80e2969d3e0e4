import { criteria } from '#lib/statechart/paths/criteria.ts';
import { planKinds } from '#lib/statechart/paths/plan.ts';
import { scenarios } from '#machines/scenarios.ts';
import { isMachineFile } from '#testing/machines/named-machines.ts';
import { oneOf, parsed, UsageError } from '#tools/usage.ts';
import { pathFormats, suiteFormats } from './path-files.ts';

const formats = Object.keys(pathFormats) as (keyof typeof pathFormats)[];

const options = {
  machine: { type: 'string' },
  cover: { type: 'string' },
  plan: { type: 'string' },
  format: { type: 'string' },
  out: { type: 'string' },
  seed: { type: 'string' },
  places: { type: 'string' },
  scenario: { type: 'string' },
  check: { type: 'boolean' },
  survey: { type: 'boolean' },
  stub: { type: 'boolean' },
  stubs: { type: 'boolean' },
  to: { type: 'string' },
  via: { type: 'string' },
  serve: { type: 'boolean' },
  port: { type: 'string' },
} as const;

/** Maximum number of explored states. Lower for files, whose contexts may be unbounded. */
const PLACES = '20000';
const PLACES_OF_FILE = '2000';
const PLACES_OF_SURVEY = '1000000';

export function readArguments(args: readonly string[]) {
  const { values, positionals } = parsed({ args: [...args], options, allowPositionals: true });
  const isFile = isMachineFile(positionals[0]);
  const format = oneOf('--format', values.format ?? 'json', formats);
  const stubs = values.stubs === true;
  const survey = values.survey === true;
  const defaultPlaces = survey ? PLACES_OF_SURVEY : isFile ? PLACES_OF_FILE : PLACES;
  if (stubs && (format === 'json' || values.out === undefined))
    throw new UsageError(
      `--stubs requires --format ${Object.keys(suiteFormats).join(' or ')}, and --out`,
    );
  if (values.stub && !isFile)
    throw new UsageError(
      '--stub requires a machine file; machines of the catalogue have scenarios',
    );
  if (values.via !== undefined && values.to === undefined)
    throw new UsageError('--via requires --to');
  return {
    named: positionals,
    machine: values.machine,
    scenario: values.scenario,
    check: values.check === true,
    survey,
    options: {
      criterion: oneOf('--cover', values.cover ?? 'transitions', criteria),
      plan: oneOf('--plan', values.plan ?? 'tour', planKinds),
      seed: wholeNumber('--seed', values.seed ?? '1', 0, 4_294_967_295),
    },
    places: wholeNumber('--places', values.places ?? defaultPlaces, 1, survey ? 1e7 : 1e6),
    format,
    out: values.out ?? null,
    stub: values.stub === true,
    to: values.to,
    via: values.via ?? null,
    serve: values.serve === true,
    port: wholeNumber('--port', values.port ?? '8090', 0, 65_535),
    stubs: stubs && format !== 'json' ? format : null,
  };
}

export type PathsArguments = ReturnType<typeof readArguments>;

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new UsageError(`${option} «${text}» is not a whole number from ${least} to ${most}`);
  return value;
}

export const help = `Generates paths through the product's machines, or those of a file, for a coverage criterion.

  npm run paths -- <machine|all> [options]
  npm run paths -- ./my.machine.ts [--scenario ./my.scenario.ts] [options]

  npm run --silent paths -- application --cover pairs > pairs.json
  npm run paths -- challenge --cover guards --plan shortest --format gherkin
  npm run paths -- ./my.machine.ts --serve --port 8090
  npm run paths -- application --cover negatives --format vitest --stubs --out tests/negatives.test.ts

Machines: ${Object.keys(scenarios).join(', ')}

A file is a module that exports XState v5 machines. Without a scenario every event is sent without
payload, actors are not run, and standard error lists each part that was not explored.
From another folder: npm run --prefix FOLDER paths -- …, or npx --package=FOLDER statechart paths …

  --machine NAME   only this machine of a file that exports several
  --cover WHAT     ${criteria.join(', ')} (default: transitions)
                   pairs: each transition after each possible predecessor. guards: each guard and
                   each part of it, true and false. negatives: every event that must not be
                   accepted, in every state. samples: every event with every payload in every
                   state.
  --plan HOW       ${planKinds.join(', ')} (default: tour)
                   tour: all items in few steps and resets. shortest: a shortest path to each
                   item.
  --format FORMAT  ${formats.join(', ')} (default: json)
  --out FILE       write there instead of standard output
  --to STATE       print paths to a state instead: the shortest path for each set of transitions
                   that enters it, shortest first
  --via TRANSITION with --to: paths that take this transition (its id as in --format json)
  --stub           write a scenario for the machines of a file to standard output or --out: events
                   and results of actors with the fields that guards and actions read, and values
                   near those that they are compared with
  --stubs          with playwright, vitest and gherkin: write <machine>.executors.ts (for playwright
                   <machine>.playwright.executors.ts) to the folder of --out unless it exists. Each
                   start, event, state and effect fails with its name until you implement it. With
                   gherkin also the step definitions of @cucumber/cucumber.
  --seed N         random seed (default: 1); equal seeds give equal output
  --places N       maximum number of explored states per machine (default: 20000; 2000 for a file)
  --check          check the temporal properties of the catalogue's machines instead, over all
                   explored states; prints the shortest violating walks
  --survey         for a file: count all states, distinguished by context, up to --places (default:
                   1000000), and list states never entered, transitions never taken, and dead ends
                   with a shortest walk; events are sent without payload
  --scenario FILE  module that exports scenarios of the file's machines (see the README of
                   src/lib/statechart)
  --serve          online testing: a test runner in any language requests and reports one step at
                   a time over HTTP (see below); prints the address
  --port           for --serve (default: 8090; 0: any free port)

Calls of --serve, in JSON. --cover and --seed are the defaults of a run:

  POST   /runs             {"cover"?, "seed"?}: starts a run, until all is covered
  POST   /runs/ID/next     {"number", "action": "start", "name", "input", "expected"},
                           {"number", "action": "send", "name", "event", "at", "notAccepted", "effects",
                           "expected"} or {"action": "end", "reason"}; repeated until reported
  POST   /runs/ID/report   {"number", "state"?, "passed"?, "message"?}: {"passed", "failure"}; after a
                           failure the next instruction starts a new walk without the failed step
  GET    /runs/ID          coverage, failures, steps
  DELETE /runs/ID          ends and deletes the run

Exit status: 0 everything that can be covered is covered and every transition is reached, all
properties hold, or the survey has no findings; 1 otherwise, or exploration stopped at its limit;
2 invalid machine, option or value.
`;
