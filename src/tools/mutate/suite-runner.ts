import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';

/** A request of {@link file://./suites.ts} to this process: suites to run, files that changed. */
export interface RunRequest {
  suites: readonly string[];
  changed: readonly string[];
  /** Ends at the first failure. */
  bail: boolean;
  /** ms that a test or a hook may take. */
  testTimeout: number;
}

/** Outcome of a run. */
export interface RunOutcome {
  /**
   * Every suite that was asked for, with its duration in ms. `void`: it is absent, was skipped, has
   * no test or did not end, and tells nothing.
   */
  suites: { suite: string; state: 'passed' | 'failed' | 'void'; ms: number }[];
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
const nameOf = ({ moduleId }: TestSpecification | TestModule) =>
  moduleId.slice(process.cwd().length + 1);

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
  const wanted = specifications.filter((one) => suites.includes(nameOf(one)));
  // What a suite was in an earlier run would be told again.
  vitest.state.filesMap.clear();
  vitest.state.clearErrors();
  const result = await vitest.runTestSpecifications(wanted, false);
  const modules = new Map(result.testModules.map((module) => [nameOf(module), module]));
  const [failed] = result.testModules.filter((module) => module.state() === 'failed');
  const [test] = failed?.children.allTests('failed') ?? [];
  const error = test?.result().errors?.[0] ?? failed?.errors()[0] ?? result.unhandledErrors[0];
  return {
    suites: suites.map((suite) => {
      const module = modules.get(suite);
      return { suite, state: stateOf(module), ms: module?.diagnostic().duration ?? 0 };
    }),
    failure: error
      ? `${test?.fullName ?? failed?.relativeModuleId}: ${String(Object(error).message)}`
      : null,
  };
}

function stateOf(module: TestModule | undefined) {
  const state = module?.state();
  if (state === 'failed') return state;
  const [passed] = module?.children.allTests('passed') ?? [];
  return state === 'passed' && passed ? state : 'void';
}
