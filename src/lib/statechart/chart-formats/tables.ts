import type { Chart } from '../drawing/lay-out.ts';
import { codeOf } from '../graph/graph.ts';
import { guardText } from '../graph/guard.ts';

export type TableInput = Pick<Chart, 'graph' | 'labels'>;

export type Table = string[][];

export function stateTable({ graph, labels }: TableInput): Table {
  const { headings: h } = labels;
  const rows = graph.states
    .filter(({ parent }) => parent !== null)
    .map((state) => [
      labels.states[state.id] ?? state.id,
      state.id,
      String(codeOf(state) ?? ''),
      h[state.type],
      state.tags.join(', '),
    ]);
  return [[h.state, h.name, h.code, h.type, h.tags], ...rows];
}

export function transitionTable({ graph, labels }: TableInput): Table {
  const { events, guards, headings: h } = labels;
  const [root] = graph.states;
  const nameOf = (id: string) => labels.states[id] ?? (id === root?.id ? labels.title : id);
  const leaf = (name: string) => (guards[name] ? `${guards[name]} (${name})` : name);
  const rows = graph.transitions
    .filter(({ kind }) => kind !== 'initial')
    .map(({ event, label: name, source, targets, guard, actions, delay }) => [
      events[event] ?? name,
      delay?.ms ? `${name} (${delay.ms / 1000} s)` : name,
      nameOf(source),
      targets.length ? targets.map(nameOf).join(', ') : h.stays,
      guard ? guardText(guard, true, { ...h, leaf }) : '',
      actions.map(({ name }) => name).join(', '),
    ]);
  return [[h.event, h.name, h.from, h.to, h.guard, h.effects], ...rows];
}

export function markdownTable([heading = [], ...rows]: Table): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return `${[line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}
