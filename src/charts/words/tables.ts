import type { EventWords } from '#lib/statechart/drawing/chart-lines.ts';
import type { MachineGraph } from '#lib/statechart/graph/graph.ts';
import { guardText } from '#lib/statechart/graph/guard.ts';
import type { ChartWords, MachineWords } from './chart-words.ts';

export interface Told {
  graph: MachineGraph;
  words: MachineWords;
  headings: ChartWords['headings'];
  events: EventWords;
}

/** A table as cells, the first row its heading. */
export type Table = string[][];

/** Every state but the root: plain label, name, status code, kind. */
export function stateTable({ graph, words, headings: h }: Told): Table {
  const rows = graph.states
    .filter(({ parent }) => parent !== null)
    .map(({ id, type, meta, tags }) => [
      words.states[id] ?? id,
      id,
      String((meta as { code?: number } | null)?.code ?? ''),
      type,
      tags.join(', '),
    ]);
  return [[h.state, h.name, h.code, h.type, h.tags], ...rows];
}

/** Every transition: its event in words and as code, from where to where, when, what it does. */
export function transitionTable({ graph, words, headings: h, events }: Told): Table {
  const [root] = graph.states;
  const label = (id: string) => words.states[id] ?? (id === root?.id ? words.title : id);
  const rows = graph.transitions
    .filter(({ kind }) => kind !== 'initial')
    .map(({ event, label: name, source, targets, guard, actions, delay }) => [
      events[event] ?? name,
      delay?.ms ? `${name} (${delay.ms / 1000} s)` : name,
      label(source),
      targets.length ? targets.map(label).join(', ') : h.stays,
      guard ? guardText(guard, true) : '',
      actions.map(({ name }) => name).join(', '),
    ]);
  return [[h.event, h.name, h.from, h.to, h.guard, h.effects], ...rows];
}
