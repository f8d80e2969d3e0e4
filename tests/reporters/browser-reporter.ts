import type {
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
  TestStep,
} from '@playwright/test/reporter';
import type { SkipReason } from '../needs.ts';
import { Overdue } from './overdue.ts';
import { describeFailed, describeSkipped, saveRunResults } from './run-results.ts';

/**
 * Reports hanging tests with their current step, lists skipped tests, and saves these and the tested
 * clauses of the specification. With `CI` set a skipped test fails the run.
 */
export default class BrowserReporter implements Reporter {
  readonly #overdue = new Overdue();
  readonly #steps = new Map<string, TestStep[]>();
  #tests: TestCase[] = [];

  onBegin(_: unknown, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  onTestBegin(test: TestCase): void {
    this.#steps.set(test.id, []);
    this.#startTime(test);
  }

  onStepBegin(test: TestCase, _: TestResult, step: TestStep): void {
    this.#steps.get(test.id)?.push(step);
  }

  onStepEnd(test: TestCase, _: TestResult, step: TestStep): void {
    const running = this.#steps.get(test.id) ?? [];
    this.#steps.set(
      test.id,
      running.filter((other) => other !== step),
    );
    // The step after a hook has its own 30 s.
    if (step.category === 'hook') this.#startTime(test);
  }

  onTestEnd(test: TestCase): void {
    this.#overdue.end(test.id);
    this.#steps.delete(test.id);
  }

  async onEnd(result: FullResult): Promise<{ status?: FullResult['status'] }> {
    const passed = this.#tests.filter(({ results }) => results.at(-1)?.status === 'passed');
    // Tests that did not run because of an earlier failure have no annotation.
    const skipped = this.#tests.flatMap((test) => {
      const reason = skipReason(test);
      if (!reason) return [];
      return { ...reason, ...placeOf(test), tags: tagsOf(test) };
    });
    const failed = this.#tests
      .filter((test) => ['unexpected', 'flaky'].includes(test.outcome()))
      .map((test) => {
        const { file, title } = placeOf(test);
        const { message, location } = test.results.find(({ error }) => error)?.error ?? {};
        const project = test.parent.project()?.name;
        const repeated = test.outcome() === 'flaky' ? 'once, then passed: ' : '';
        return describeFailed(`${repeated}${project} ${file}:${location?.line}`, title, message);
      });
    await saveRunResults({ clauses: passed.flatMap(tagsOf), skipped, failed });
    if (skipped.length > 0) console.error(describeSkipped(skipped));
    return skipped.length > 0 && process.env.CI ? { status: 'failed' } : { status: result.status };
  }

  printsToStdio(): boolean {
    return false;
  }

  #startTime(test: TestCase): void {
    this.#overdue.start(test.id, () => {
      const steps = this.#steps.get(test.id)?.map(({ title }) => title) ?? [];
      return [...test.titlePath().filter(Boolean), ...steps].join(' > ');
    });
  }
}

function placeOf(test: TestCase): { file: string; title: string } {
  const [, , file = '', ...titles] = test.titlePath();
  return { file: `tests/browser/${file}`, title: titles.join(' > ') };
}

function tagsOf(test: TestCase): string[] {
  return test.tags.map((tag) => tag.slice(1));
}

function skipReason(test: TestCase): SkipReason | null {
  if (process.env.SKIP_BROWSER_TESTS)
    return { reason: 'Chromium is not installed', debianPackage: 'chromium' };
  const skip = test.annotations.find(({ type }) => type === 'skip');
  if (!skip) return null;
  const [, reason = '', debianPackage] =
    /^(.*?)(?: \(Debian: apt install (.*)\))?$/.exec(
      skip.description ?? 'skipped without a reason',
    ) ?? [];
  return { reason, ...(debianPackage && { debianPackage }) };
}
