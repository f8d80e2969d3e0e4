import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import {
  describeFailed,
  describeSkipped,
  type SkippedTest,
  saveRunResults,
} from './run-results.ts';

/** Time without an event after which a file is reported, before its timeout of 120 s. */
const PATIENCE_MS = 30_000;

/**
 * Reports files without progress, lists skipped tests, and saves these and the tested clauses of the
 * specification. With `CI` set a skipped test fails the run.
 */
export class VitestReporter implements Reporter {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestModuleQueued(module: TestModule): void {
    this.#hearFrom(module);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#forget(module);
  }

  onTestCaseReady(test: TestCase): void {
    this.#hearFrom(test);
  }

  onTestCaseResult(test: TestCase): void {
    this.#hearFrom(test);
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
  #hearFrom(entity: TestModule | TestCase): void {
    const module = entity.type === 'module' ? entity : entity.module;
    this.#forget(module);
    const last = entity.type === 'module' ? '' : `, after or in «${entity.fullName}»`;
    const report = () =>
      console.error(`⧗ no news for ${PATIENCE_MS / 1000} s of ${module.relativeModuleId}${last}`);
    this.#timers.set(module.id, setTimeout(report, PATIENCE_MS).unref());
  }

  #forget(module: TestModule): void {
    clearTimeout(this.#timers.get(module.id));
    this.#timers.delete(module.id);
  }
}

function skippedTest(test: TestCase): SkippedTest {
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  const reason = test.meta().skipped ?? { reason: note ?? 'skipped without a reason' };
  return { ...reason, file: test.module.relativeModuleId, title: test.fullName, tags: test.tags };
}
