import { escaped } from '../drawing/svg-node.ts';
import type { WalkedWalk } from '../paths/online-run.ts';
import type { Report } from './path-report.ts';

/**
 * What ran, one case a walk: `walks` and the paths of `report` are the same in the same order.
 * After the schema that Jenkins reads.
 */
export function junit(
  { machine, criterion, paths }: Pick<Report, 'machine' | 'criterion' | 'paths'>,
  walks: readonly WalkedWalk[],
): string {
  const failures = walks.filter(({ failure }) => failure !== null).length;
  const all = seconds(walks.reduce((sum, { duration }) => sum + duration, 0));
  const cases = walks.map(({ failure, duration }, index) => {
    const name = escaped(paths[index]?.name ?? '');
    const opening = `    <testcase classname="${escaped(`${machine}.${criterion}`)}" name="${name}" time="${seconds(duration)}"`;
    return failure === null
      ? `${opening}/>`
      : `${opening}><failure message="${escaped(failure)}"/></testcase>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="${escaped(machine)}" tests="${walks.length}" failures="${failures}" errors="0" skipped="0" time="${all}">
${cases.map((line) => `${line}\n`).join('')}  </testsuite>
</testsuites>
`;
}

const seconds = (ms: number) => (ms / 1000).toFixed(3);
