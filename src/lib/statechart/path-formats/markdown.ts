import { infeasibilityText } from '../paths/infeasibility.ts';
import { type FullReport, type ReportedPath, stateWithCode } from './path-report.ts';

export function markdown(reports: readonly FullReport[]): string {
  return `${reports.map(section).join('\n\n')}\n`;
}

function section(report: FullReport): string {
  const facts = [
    `# ${report.machine}: ${report.criterion}`,
    `${report.covered} of ${report.total} covered, ${report.infeasible.length} infeasible; ` +
      `${report.paths.length} paths, ${report.steps} steps, ${report.resets} resets (${report.plan}).`,
    ...(report.stopped ? [`Stopped ${report.stopped}.`] : []),
    ...listed('Not covered', report.uncovered),
    ...listed(
      'Infeasible',
      report.infeasible.map((each) => `${each.item}: ${infeasibilityText(each)}`),
    ),
  ];
  return [...facts, ...report.paths.map(pathTable)].join('\n\n');
}

function listed(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`## ${title}`, items.map((item) => `- ${item}`).join('\n')];
}

function pathTable({ name, start, steps }: ReportedPath): string {
  const rows = steps.map((step, index) =>
    [
      index + 1,
      step.name,
      step.refused ? 'refused' : step.transitions.join('<br>'),
      stateWithCode(step.after),
      step.effects.map((effect) => effect.name).join(', '),
    ]
      .map((text) => ` ${String(text).replaceAll('|', '\\|')} `)
      .join('|'),
  );
  return [
    `## ${name}`,
    '',
    `Starts with ${start.name} in ${stateWithCode(start)}.`,
    '',
    '| | event | transition | then in | effects |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `|${row}|`),
  ].join('\n');
}
