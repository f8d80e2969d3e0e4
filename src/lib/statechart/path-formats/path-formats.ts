import { labelText, nodeIds } from '../chart-formats/mermaid.ts';
import { escaped } from '../drawing/svg-node.ts';
import type { GraphState, GraphTransition } from '../graph/graph.ts';
import { guardText } from '../graph/guard.ts';
import { infeasibilityText } from '../paths/criteria.ts';
import type { WalkedWalk } from '../paths/online-run.ts';
import { gherkin } from './gherkin.ts';
import {
  type FullReport,
  json,
  jsonText,
  type Report,
  type ReportedPath,
  type ReportedStep,
  stateWithCode,
} from './path-report.ts';
import { playwright, type TestImports, vitest } from './test-suites.ts';

export type PathFormat = (reports: readonly FullReport[], imports: TestImports) => string;

export const pathFormats: Readonly<Record<string, PathFormat>> = {
  json,
  csv,
  markdown,
  gherkin,
  mermaid,
  playwright,
  vitest,
};

type Row = { machine: string; path: number; start: string; step: ReportedStep; index: number };

const columns: Readonly<Record<string, (row: Row) => unknown>> = {
  machine: ({ machine }) => machine,
  path: ({ path }) => path + 1,
  start: ({ start }) => start,
  step: ({ index }) => index + 1,
  transitions: ({ step }) => jsonText(step.transitions, 0),
  name: ({ step }) => step.name,
  event: ({ step }) => jsonText(step.event, 0),
  at: ({ step }) => new Date(step.at).toISOString(),
  refused: ({ step }) => step.refused,
  before: ({ step }) => step.before.state,
  codeBefore: ({ step }) => step.before.code ?? '',
  after: ({ step }) => step.after.state,
  codeAfter: ({ step }) => step.after.code ?? '',
};

export function csv(reports: readonly FullReport[]): string {
  const rows = reports.flatMap(({ machine, paths }) =>
    paths.flatMap(({ start: { name: start }, steps }, path) =>
      steps.map((step, index) =>
        Object.values(columns).map((cell) => cell({ machine, path, start, step, index })),
      ),
    ),
  );
  return [Object.keys(columns), ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

function field(value: unknown): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function markdown(reports: readonly FullReport[]): string {
  return `${reports.map(section).join('\n\n')}\n`;
}

function section(report: FullReport): string {
  const facts = [
    `# ${escapedMarkdown(report.machine)}: ${report.criterion}`,
    `${report.covered} of ${report.total} covered; ` +
      `${report.paths.length} paths, ${report.steps} steps, ${report.resets} resets (${report.plan}).`,
    ...(report.stopped ? [`Stopped ${report.stopped}.`] : []),
    ...listed('Not covered', report.uncovered),
    ...listed(
      'Cannot be covered',
      report.infeasible.map((each) => `${each.item}: ${infeasibilityText(each)}`),
    ),
  ];
  return [...facts, ...report.paths.map(pathTable)].join('\n\n');
}

function listed(title: string, items: readonly string[]): string[] {
  return items.length === 0
    ? []
    : [`## ${title}`, items.map((item) => `- ${escapedMarkdown(item)}`).join('\n')];
}

function escapedMarkdown(text: string): string {
  return text.replaceAll(/[\\|<*`[]/g, '\\$&').replaceAll('\n', '↵');
}

function pathTable({ name, start, steps }: ReportedPath): string {
  const rows = steps.map((step, index) =>
    [
      String(index + 1),
      escapedMarkdown(step.name),
      step.refused ? 'refused' : step.transitions.map(escapedMarkdown).join('<br>'),
      escapedMarkdown(stateWithCode(step.after)),
      escapedMarkdown(step.effects.map((effect) => effect.name).join(', ')),
    ].join(' | '),
  );
  return [
    `## ${escapedMarkdown(name)}`,
    '',
    `Starts with ${escapedMarkdown(start.name)} in ${escapedMarkdown(stateWithCode(start))}.`,
    '',
    '| | event | transition | then in | effects |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

export function mermaid(reports: readonly FullReport[]): string {
  return `${reports.map(chart).join('\n\n')}\n`;
}

function chart({ machine, graph, paths }: FullReport): string {
  const [root] = graph.states;
  const ids = nodeIds(graph);
  const visits = new Map<string, number>();
  for (const { start, steps } of paths)
    for (const { transitions } of [start, ...steps])
      for (const id of transitions) visits.set(id, (visits.get(id) ?? 0) + 1);
  const drawn = graph.transitions.filter(({ kind }) => kind !== 'initial');
  const missed = drawn.flatMap(({ id }, index) => (visits.has(id) ? [] : [index]));
  return [
    `%% ${labelText(machine)}`,
    'flowchart LR',
    ...(root ? node(graph.states, ids, root, '  ') : []),
    ...drawn.map((transition) => arrow(transition, ids, visits.get(transition.id) ?? 0)),
    ...(missed.length ? [`  linkStyle ${missed.join(',')} stroke:#c92a2a,stroke-dasharray:4`] : []),
  ].join('\n');
}

function node(
  states: readonly GraphState[],
  ids: ReadonlyMap<string, string>,
  state: GraphState,
  indent: string,
): string[] {
  const children = states.filter(({ parent }) => parent === state.id);
  const name = `s_${ids.get(state.id)}["${labelText(state.key)}"]`;
  if (children.length === 0) return [`${indent}${name}`];
  return [
    `${indent}subgraph ${name}`,
    ...children.flatMap((child) => node(states, ids, child, `${indent}  `)),
    `${indent}end`,
  ];
}

function arrow(
  { source, targets, label, guard }: GraphTransition,
  ids: ReadonlyMap<string, string>,
  visits: number,
): string {
  const text = `${label}${guard ? ` [${guardText(guard)}]` : ''} ×${visits}`;
  const [target = source] = targets;
  return `  s_${ids.get(source)} -- "${labelText(text)}" --> s_${ids.get(target)}`;
}

/**
 * Writes the result of a run as JUnit XML, one test case per walk, in the schema that Jenkins
 * reads. `walks` and `paths` have the same order.
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
