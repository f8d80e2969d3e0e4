import type { Reporter, Suite, TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { Overdue } from './overdue.ts';
import { savePassedClauses } from './passed-clauses.ts';

/** Names the tests that hang with the step they hang in, and keeps which clauses were shown. */
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
    // What follows a hook has its own 30 s.
    if (step.category === 'hook') this.#startTime(test);
  }

  onTestEnd(test: TestCase): void {
    this.#overdue.end(test.id);
    this.#steps.delete(test.id);
  }

  async onEnd(): Promise<void> {
    const passed = this.#tests.filter(({ results }) => results.at(-1)?.status === 'passed');
    const tags = passed.flatMap((test) => test.tags.map((tag) => tag.slice(1)));
    await savePassedClauses('browser', tags);
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
