import { type FullReport, type ReportedPath, stateWithCode } from './path-report.ts';

/** One feature a machine, one scenario a path. */
export function gherkin(reports: readonly FullReport[]): string {
  return reports
    .map(
      ({ machine, criterion, paths }) =>
        `Feature: ${machine}, ${criterion}\n\n${paths.map(scenarioOf).join('\n\n')}\n`,
    )
    .join('\n');
}

function scenarioOf({ name, start, steps }: ReportedPath): string {
  return [
    `  Scenario: ${name}`,
    `    Given ${start.name}`,
    `    And the state is "${stateWithCode(start)}"`,
    ...steps.flatMap((step) => [
      `    When ${step.name}`,
      ...(step.refused
        ? ['    Then it is refused', `    And the state is still "${stateWithCode(step.after)}"`]
        : [`    Then the state is "${stateWithCode(step.after)}"`]),
      ...step.effects.map((effect) => `    And ${effect.name} is due`),
    ]),
  ].join('\n');
}
