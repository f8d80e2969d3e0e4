import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';

/** A request of {@link file://./suites.ts} to this process: suites to run, files that changed. */
export interface RunRequest {
  suites: readonly string[] | 'all';
  changed: readonly string[];
  /** Ends at the first failure. */
  bail: boolean;
  /** ms that a test or a hook may take. */
  testTimeout: number;
}

/** Outcome of a run: per suite whether it passed and how long it took, in ms. */
export interface RunOutcome {
  suites: { suite: string; isPassed: boolean; ms: number }[];
  /** The first test that failed, with its error. */
  failure: string | null;
}

// The entry of a process: Vitest stays loaded and warm, and runs what it is asked for.
const vitest = await createVitest('test', {
  watch: false,
  reporters: [{}],
  passWithNoTests: true,
});
const specifications = await vitest.globTestSpecifications();
/** Files that ever had a fault in this process. */
const touched = new Set<string>();
const nameOf = ({ moduleId }: TestSpecification) => moduleId.slice(process.cwd().length + 1);

process.on('message', (request: RunRequest) => {
  run(vitest, request).then(
    (outcome) => process.send?.(outcome),
    (error) => process.send?.({ suites: [], failure: String(error) } satisfies RunOutcome),
  );
});
process.once('disconnect', () => process.exit(0));
process.send?.(specifications.map(nameOf));

async function run(vitest: Vitest, request: RunRequest): Promise<RunOutcome> {
  const { suites, changed, testTimeout } = request;
  // A file that was put back is read anew as well.
  for (const file of changed) touched.add(`${process.cwd()}/${file}`);
  for (const file of touched) vitest.invalidateFile(file);
  const bail = request.bail ? 1 : 0;
  vitest.config.bail = bail;
  for (const { config } of vitest.projects)
    Object.assign(config, { bail, testTimeout, hookTimeout: testTimeout });
  const wanted = specifications.filter((one) => suites === 'all' || suites.includes(nameOf(one)));
  vitest.state.clearErrors();
  const result = await vitest.runTestSpecifications(wanted, false);
  // Those of earlier runs are told again.
  const ran = new Set(wanted.map(({ moduleId }) => moduleId));
  const testModules = result.testModules.filter(({ moduleId }) => ran.has(moduleId));
  const failed = testModules.filter((module) => module.state() === 'failed');
  const [test] = failed.flatMap((module) => [...module.children.allTests('failed')]);
  const error = test?.result().errors?.[0] ?? failed[0]?.errors()[0] ?? result.unhandledErrors[0];
  return {
    suites: testModules.map((module) => ({
      suite: module.relativeModuleId,
      isPassed: module.state() !== 'failed',
      ms: module.diagnostic().duration,
    })),
    failure: error
      ? `${test?.fullName ?? failed[0]?.relativeModuleId}: ${String(Object(error).message)}`
      : null,
  };
}
