import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { Overdue } from './overdue.ts';
import { savePassedClauses } from './passed-clauses.ts';

type Hook = Parameters<NonNullable<Reporter['onHookStart']>>[0];

/** Names the tests and hooks that hang, and keeps which clauses of the specification were shown. */
export class VitestReporter implements Reporter {
  readonly #overdue = new Overdue();

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
    // News come in batches: what is told to begin may have ended already.
    if (test.result().state === 'pending') this.#overdue.start(test.id, () => nameOf(test));
  }

  onTestCaseResult(test: TestCase): void {
    this.#hearFrom(test.module);
    this.#overdue.end(test.id);
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const passed = modules.flatMap((module) => [...module.children.allTests('passed')]);
    await savePassedClauses(
      'vitest',
      passed.flatMap(({ tags }) => tags),
    );
  }

  /** Begins anew the time without news of a file, which may block its process or never load. */
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
