import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import type { SkipReason } from '../needs.ts';
import { describeFailed, describeSkipped, saveRunResults } from './run-results.ts';

/**
 * Lists skipped tests, and saves these and the tested clauses of the specification. With `CI` set a
 * skipped test fails the run.
 */
export default class BrowserReporter implements Reporter {
  #tests: TestCase[] = [];

  onBegin(_: unknown, suite: Suite): void {
    this.#tests = suite.allTests();
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
