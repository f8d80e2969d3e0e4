import { escaped } from '../drawing/svg-node.ts';
import type { FullReport } from './path-report.ts';

/** One suite a machine, one case an item: uncovered items fail, infeasible ones are skipped. */
export function junit(reports: readonly FullReport[]): string {
  const suites = reports.map(suite).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites}\n</testsuites>\n`;
}

function suite({ machine, criterion, coveredItems, uncovered, infeasible, total }: FullReport) {
  const opening = (item: string) =>
    `    <testcase classname="${escaped(`${machine}.${criterion}`)}" name="${escaped(item)}"`;
  const cases = [
    ...coveredItems.map((item) => `${opening(item)}/>`),
    ...uncovered.map(
      (item) => `${opening(item)}><failure message="no path of the plan covers it"/></testcase>`,
    ),
    ...infeasible.map(
      ({ item, reason }) => `${opening(item)}><skipped message="${escaped(reason)}"/></testcase>`,
    ),
  ];
  return [
    `  <testsuite name="${escaped(machine)}" tests="${total}" failures="${uncovered.length}" skipped="${infeasible.length}">`,
    ...cases,
    '  </testsuite>',
  ].join('\n');
}
