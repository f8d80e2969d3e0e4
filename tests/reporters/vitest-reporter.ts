import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { Overdue } from './overdue.ts';
import {
  describeFailed,
  describeSkipped,
  type SkippedTest,
  saveRunResults,
} from './run-results.ts';

type Hook = Parameters<NonNullable<Reporter['onHookStart']>>[0];

/**
 * Reports hanging tests and hooks, lists skipped tests, and saves these and the tested clauses of the
 * specification. With `CI` set a skipped test fails the run.
 */
export class VitestReporter implements Reporter {
  readonly #overdue = new Overdue();
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestModuleQueued(module: TestModule): void {
    this.#hearFrom(module);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#overdue.end(module.id);
  }

  onHookStart(hook: Hook): void {
    this.#overdue.start(hookId(hook), () => `${hook.name} of ${nameOf(hook.entity)}`);
  }

  onHookEnd(hook: Hook): void {
    this.#overdue.end(hookId(hook));
  }

  onTestCaseReady(test: TestCase): void {
    this.#hearFrom(test.module);
    // Events arrive in batches: a test that is reported as started may have ended already.
    if (test.result().state === 'pending') this.#overdue.start(test.id, () => nameOf(test));
  }

  onTestCaseResult(test: TestCase): void {
    this.#hearFrom(test.module);
    this.#overdue.end(test.id);
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const tests = (state: 'passed' | 'skipped' | 'failed') =>
      modules.flatMap((module) => [...module.children.allTests(state)]);
    // `vitest -t` skips the tests that it filters out, and a failed hook skips its tests.
    const isFiltered = Boolean(this.#vitest?.config.testNamePattern);
    const skipped = tests('skipped')
      .filter((test) => test.meta().skipped || !(isFiltered || test.module.state() === 'failed'))
      .map(skippedTest);
    await saveRunResults({
      clauses: tests('passed').flatMap(({ tags }) => tags),
      skipped,
      failed: [
        ...modules.flatMap((module) =>
          module
            .errors()
            .map(({ message }) => describeFailed(module.relativeModuleId, 'file', message)),
        ),
        ...tests('failed').map((test) =>
          describeFailed(
            test.module.relativeModuleId,
            test.fullName,
            test.result().errors?.[0]?.message,
          ),
        ),
      ],
    });
    if (skipped.length > 0) console.error(describeSkipped(skipped));
    if (skipped.length > 0 && process.env.CI) process.exitCode = 1;
  }

  /** Restarts the timer of a file without events: it may block its process or never load. */
  #hearFrom(module: TestModule): void {
    this.#overdue.start(module.id, () => `${module.relativeModuleId} (no news of it)`);
  }
}

function hookId({ name, entity }: Hook): string {
  return `${name} ${entity.id}`;
}

function nameOf(entity: Hook['entity']): string {
  if (entity.type === 'module') return entity.relativeModuleId;
  return `${entity.module.relativeModuleId} > ${entity.fullName}`;
}

function skippedTest(test: TestCase): SkippedTest {
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  const reason = test.meta().skipped ?? { reason: note ?? 'skipped without a reason' };
  return { ...reason, file: test.module.relativeModuleId, title: test.fullName, tags: test.tags };
}
