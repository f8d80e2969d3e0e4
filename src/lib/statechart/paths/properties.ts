import type { Configuration, Edge, Exploration } from './explore.ts';

/** Values that a field of an event has to have: one, one of several, or any at all (`true`). */
export type FieldPattern = string | number | boolean | readonly string[] | FieldPatterns;
interface FieldPatterns {
  readonly [field: string]: FieldPattern;
}

/** Pattern of a configuration; every part that is given has to agree. */
export interface StatePattern {
  /** Leaf states by their dotted paths, one of them. */
  states?: readonly string[];
  tag?: string;
}

/** Pattern of a step that is taken, not refused; every part that is given has to agree. */
export interface StepPattern {
  events?: readonly string[];
  /** Fields of the event, as deep as they are named. */
  sent?: FieldPatterns;
  /** Effects that it all has. */
  effects?: readonly string[];
  /** Configurations that it leaves, and leads to. */
  from?: StatePattern;
  to?: StatePattern;
  /** Patterns of which one agrees, and of which none does. */
  any?: readonly StepPattern[];
  not?: readonly StepPattern[];
}

interface Named {
  name: string;
  /** Clause of the specification or of the law that asks for it. */
  source: string;
  /** Starts of the scenario that it is about; all without. */
  starts?: readonly string[];
}

/**
 * Temporal property of a machine, as data.
 * `never`: no step like this is ever taken.
 * `precededBy`: no step like this without one like `by` before it.
 * `reachable`: from every configuration like `from`, one like `to` is reached by steps like `by` alone.
 * `leadsTo`: after every step like this one like `to` comes, if what can happen again and again
 * happens at last (strong fairness).
 */
export type Property = Named &
  (
    | { kind: 'never'; step: StepPattern }
    | { kind: 'precededBy'; step: StepPattern; by: StepPattern }
    | { kind: 'reachable'; from?: StatePattern; to: StatePattern; by: StepPattern }
    | { kind: 'leadsTo'; step: StepPattern; to: StepPattern }
  );

/** Result of checking a property: the shortest walk that breaks it, null where it holds. */
export interface Checked {
  property: Property;
  breach: { start: string; steps: string[]; state: string } | null;
  /** Steps or configurations that it is about; 0 tells that it holds of nothing. */
  instances: number;
}

/**
 * Checks properties over all that exploration found.
 * @throws when one is about a start that the scenario does not have
 */
export function checkProperties(found: Exploration, properties: readonly Property[]): Checked[] {
  return properties.map((property) => checked(found, property));
}

function checked(found: Exploration, property: Property): Checked {
  for (const start of property.starts ?? [])
    if (!found.starts.some(({ name }) => name === start))
      throw new Error(`«${property.name}»: the scenario has no start «${start}»`);
  const starts = found.starts.filter(({ name }) => property.starts?.includes(name) ?? true);
  const from = [...new Set(starts.map(({ configuration }) => configuration))];
  const all = ways(found, from, () => true);
  const result = (instances: number, walk: readonly Edge[] | null): Checked => ({
    property,
    breach: walk && {
      start: startName(found, starts, walk),
      steps: walk.map(({ name }) => name),
      state: found.configurations[walk.at(-1)?.to ?? from[0] ?? 0]?.state ?? '',
    },
    instances,
  });
  const reached = found.edges.filter((edge) => all.has(edge.from));
  if (property.kind === 'reachable') {
    const { to, by, from: some = {} } = property;
    const wanted = found.configurations.filter((one) => isState(one, to)).map(({ index }) => index);
    const good = reaching(found, wanted, (edge) => isStep(found, edge, by));
    const asked = [...all.keys()].filter((at) => isState(found.configurations[at], some));
    const bad = asked.filter((at) => !good.has(at));
    return result(asked.length, shortest(bad.map((at) => wayTo(all, at))));
  }
  const instances = reached.filter((edge) => isStep(found, edge, property.step));
  if (property.kind === 'never')
    return result(
      reached.length,
      shortest(instances.map((edge) => after(wayTo(all, edge.from), edge))),
    );
  if (property.kind === 'precededBy') {
    const without = ways(found, from, (edge) => !isStep(found, edge, property.by));
    const bad = instances.filter((edge) => without.has(edge.from));
    return result(
      instances.length,
      shortest(bad.map((edge) => after(wayTo(without, edge.from), edge))),
    );
  }
  return result(instances.length, unanswered(found, all, instances, property.to));
}

/** A way to a configuration: its last edge after another way; of none, no edge. Ways share what they begin with. */
interface Way {
  length: number;
  before: Way | null;
  edge: Edge | null;
}
type Ways = Map<number, Way>;

const nowhere: Way = { length: 0, before: null, edge: null };
const after = (before: Way, edge: Edge): Way => ({ length: before.length + 1, before, edge });
const wayTo = (ways: Ways, at: number) => ways.get(at) ?? nowhere;

/** Walk to the nearest configuration from which no step like `to` can come any more. */
function unanswered(
  found: Exploration,
  all: Ways,
  instances: readonly Edge[],
  to: StepPattern,
): readonly Edge[] | null {
  const answers = found.edges.filter((edge) => isStep(found, edge, to));
  const canStill = reaching(
    found,
    answers.map((edge) => edge.from),
    () => true,
  );
  const bad = instances.flatMap((edge) => {
    // It may be its own answer.
    if (isStep(found, edge, to)) return [];
    const begun = after(wayTo(all, edge.from), edge);
    const on = ways(found, [edge.to], (one) => !isStep(found, one, to), begun);
    return [...on].filter(([at]) => !canStill.has(at)).map(([, way]) => way);
  });
  return shortest(bad);
}

/** The shortest way from one of some configurations to each other, by edges that may be taken. */
function ways(
  found: Exploration,
  from: readonly number[],
  may: (edge: Edge) => boolean,
  begun = nowhere,
): Ways {
  const reached: Ways = new Map(from.map((at) => [at, begun]));
  for (const [at, way] of reached)
    for (const edge of found.outgoing[at] ?? [])
      if (!reached.has(edge.to) && may(edge)) reached.set(edge.to, after(way, edge));
  return reached;
}

/** The configurations from which one of some is reached. */
function reaching(
  found: Exploration,
  wanted: readonly number[],
  may: (edge: Edge) => boolean,
): Set<number> {
  const incoming = Map.groupBy(found.edges.filter(may), ({ to }) => to);
  const reached = new Set(wanted);
  for (const at of reached) for (const { from } of incoming.get(at) ?? []) reached.add(from);
  return reached;
}

function shortest(found: readonly Way[]): readonly Edge[] | null {
  const [first, ...others] = found;
  if (!first) return null;
  const best = others.reduce((least, way) => (way.length < least.length ? way : least), first);
  const edges: Edge[] = [];
  for (let way: Way | null = best; way?.edge; way = way.before) edges.push(way.edge);
  return edges.reverse();
}

function startName(
  found: Exploration,
  starts: Exploration['starts'],
  [first]: readonly Edge[],
): string {
  const at = first?.from ?? starts[0]?.configuration;
  return (starts.find(({ configuration }) => configuration === at) ?? found.starts[0])?.name ?? '';
}

function isState(configuration: Configuration | undefined, { states, tag }: StatePattern): boolean {
  if (!configuration) return false;
  return (
    (states?.includes(configuration.state) ?? true) &&
    (tag === undefined || configuration.tags.includes(tag))
  );
}

function isStep(found: Exploration, edge: Edge, pattern: StepPattern): boolean {
  const { events, sent, effects = [], from = {}, to = {}, any, not = [] } = pattern;
  return (
    edge.transitions.length > 0 &&
    (events?.includes(edge.event.type) ?? true) &&
    (sent === undefined || isLike(edge.event, sent)) &&
    effects.every((effect) => edge.effects.some(({ name }) => name === effect)) &&
    isState(found.configurations[edge.from], from) &&
    isState(found.configurations[edge.to], to) &&
    (any?.some((other) => isStep(found, edge, other)) ?? true) &&
    !not.some((other) => isStep(found, edge, other))
  );
}

function isLike(value: unknown, pattern: FieldPattern): boolean {
  if (pattern === true) return value !== undefined && value !== null;
  if (Array.isArray(pattern)) return pattern.some((one) => one === value);
  if (typeof pattern !== 'object') return value === pattern;
  return Object.entries(pattern as FieldPatterns).every(([field, wanted]) =>
    isLike((value as Record<string, unknown> | null | undefined)?.[field], wanted),
  );
}
