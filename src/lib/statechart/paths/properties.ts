import type { Configuration, Edge, Exploration } from './explore.ts';

/** Required value of an event's field: one, one of several, or any (`true`). */
export type FieldPattern = string | number | boolean | readonly string[] | FieldPatterns;
interface FieldPatterns {
  readonly [field: string]: FieldPattern;
}

/** Pattern of a configuration. All given parts must match. */
export interface StatePattern {
  /** Leaf states by dotted path; one must match. */
  states?: readonly string[];
  tag?: string;
}

/** Pattern of an accepted step. All given parts must match. */
export interface StepPattern {
  events?: readonly string[];
  /** Fields of the event, possibly nested. */
  sent?: FieldPatterns;
  /** Effects that must all be present. */
  effects?: readonly string[];
  /** Source and target configuration. */
  from?: StatePattern;
  to?: StatePattern;
  /** Patterns of which one must match, and none may match. */
  any?: readonly StepPattern[];
  not?: readonly StepPattern[];
}

interface Named {
  name: string;
  /** Clause of the specification or of the law. */
  source: string;
  /** Starts to which the property applies; by default all. */
  starts?: readonly string[];
}

/**
 * Temporal property of a machine, as data.
 * `never`: no step matches.
 * `precededBy`: no step matches without an earlier step that matches `by`.
 * `reachable`: from every configuration that matches `from`, one that matches `to` is reachable by
 * steps that match `by`.
 * `leadsTo`: every matching step is followed by one that matches `to`, under strong fairness: what
 * is possible infinitely often finally happens.
 */
export type Property = Named &
  (
    | { kind: 'never'; step: StepPattern }
    | { kind: 'precededBy'; step: StepPattern; by: StepPattern }
    | { kind: 'reachable'; from?: StatePattern; to: StatePattern; by: StepPattern }
    | { kind: 'leadsTo'; step: StepPattern; to: StepPattern }
  );

/** Result of a check. `breach` is the shortest violating walk. */
export interface Checked {
  property: Property;
  breach: { start: string; steps: string[]; state: string } | null;
  /** Number of matching steps or configurations. 0 means that the property holds vacuously. */
  instances: number;
}

/**
 * Checks properties over the explored graph.
 * @throws when a property names a start that the scenario does not have
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

/** A path, as its last edge and the path before it; paths share their beginnings. */
interface Way {
  length: number;
  before: Way | null;
  edge: Edge | null;
}
type Ways = Map<number, Way>;

const nowhere: Way = { length: 0, before: null, edge: null };
const after = (before: Way, edge: Edge): Way => ({ length: before.length + 1, before, edge });
const wayTo = (ways: Ways, at: number) => ways.get(at) ?? nowhere;

/** Shortest walk to a configuration from which `to` is no longer reachable. */
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
    // A step may match both patterns.
    if (isStep(found, edge, to)) return [];
    const begun = after(wayTo(all, edge.from), edge);
    const on = ways(found, [edge.to], (one) => !isStep(found, one, to), begun);
    return [...on].filter(([at]) => !canStill.has(at)).map(([, way]) => way);
  });
  return shortest(bad);
}

/** Shortest paths from `from` to all configurations, along the permitted edges. */
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

/** Configurations from which a wanted one is reachable. */
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
