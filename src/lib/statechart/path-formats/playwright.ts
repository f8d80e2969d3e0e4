import { type FullReport, jsonText, type ReportedPath } from './path-report.ts';

/**
 * A Playwright file that walks each path through `<machine>.executors.ts` beside it, which says
 * how a start, an event and a state look on the page. It fails at once when one is missing.
 */
export function playwright(reports: readonly FullReport[]): string {
  return `import { expect, test } from '@playwright/test';
${reports.map(({ machine }) => `import * as ${variable(machine)} from '#tools/paths/formats/${machine}.executors.ts';`).join('\n')}
${reports.map(fileOf).join('')}`;
}

function fileOf({ machine, paths }: FullReport): string {
  const executors = variable(machine);
  const used = {
    starts: paths.map(({ start }) => start.name),
    events: paths.flatMap(({ steps }) => steps.map(({ event }) => event.type)),
    states: paths.flatMap(({ start, steps }) => [
      start.state,
      ...steps.map(({ after }) => after.state),
    ]),
  };
  const lists = Object.entries(used).map(
    ([kind, names]) => `  ${kind}: ${jsonText([...new Set(names)].sort(), 0)},`,
  );
  return `
test(${JSON.stringify(`${machine}: nothing lacks its executor`)}, () => {
  const used = {
  ${lists.join('\n  ')}
  };
  for (const name of used.starts) expect(${executors}.starts).toHaveProperty([name]);
  for (const name of used.events) expect(${executors}.events).toHaveProperty([name]);
  for (const name of used.states) expect(${executors}.states).toHaveProperty([name]);
});
${paths.map((path) => testOf(machine, executors, path)).join('')}`;
}

function testOf(machine: string, executors: string, { name, start, steps }: ReportedPath): string {
  const shown = (state: string) => `  await ${executors}.states[${JSON.stringify(state)}](page);`;
  const walked = steps.flatMap(({ name: title, event, refused, at, after }) => [
    `  await test.step(${JSON.stringify(title)}, () =>`,
    `    ${executors}.events[${JSON.stringify(event.type)}](page, ${jsonText({ event, at, refused }, 0)}));`,
    shown(after.state),
  ]);
  return `
test(${JSON.stringify(`${machine}: ${name}`)}, async ({ page }) => {
  await ${executors}.starts[${JSON.stringify(start.name)}](page, ${jsonText(start.input ?? null, 0)});
${[shown(start.state), ...walked].join('\n')}
});
`;
}

function variable(machine: string): string {
  return machine.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
