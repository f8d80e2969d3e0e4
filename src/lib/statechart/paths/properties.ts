import type { Configuration, Edge, Exploration } from './explore.ts';

/** Required value of an event's field: one value, one of several, or any value (`true`). */
type FieldPattern = string | number | boolean | readonly string[] | FieldPatterns;
interface FieldPatterns {
  readonly [field: string]: FieldPattern;
}

/** Patterns of a configuration and of an accepted step. All specified parts must match. */
export interface StatePattern {
  states?: readonly string[];
  tag?: string;
}

export interface StepPattern {
  events?: readonly string[];
  sent?: FieldPatterns;
  effects?: readonly string[];
  from?: StatePattern;
  to?: StatePattern;
  /** `any`: at least one pattern must match. `not`: no pattern may match. */
  any?: readonly StepPattern[];
  not?: readonly StepPattern[];
}

interface Named {
  name: string;
  source: string;
  starts?: readonly string[];
}

/**
 * Temporal property of a machine, as data. `never`: no step matches. `precededBy`: no step matches
 * without an earlier step that matches `by`. `reachable`: from every configuration that matches
 * `from`, a configuration that matches `to` is reachable by steps that match `by`. `leadsTo`: every
 * matching step is followed by a step that matches `to`, under strong fairness: a step that is
 * possible infinitely often eventually happens.
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
  /** Number of matching steps or configurations. With 0 the property holds vacuously. */
  instances: number;
}

export function checkProperties(
  exploration: Exploration,
  properties: readonly Property[],
): Checked[] {
  return properties.map((property) => checked(exploration, property));
}

function checked(exploration: Exploration, property: Property): Checked {
  for (const start of property.starts ?? [])
    if (!exploration.starts.some(({ name }) => name === start))
      throw new Error(`«${property.name}»: the scenario has no start «${start}»`);
  const starts = exploration.starts.filter(({ name }) => property.starts?.includes(name) ?? true);
  const from = [...new Set(starts.map(({ configuration }) => configuration))];
  const all = pathsFrom(exploration, from, () => true);
  const result = (instances: number, walk: readonly Edge[] | null): Checked => ({
    property,
    breach: walk && {
      start: startName(exploration, starts, walk),
      steps: walk.map(({ name }) => name),
      state: exploration.configurations[walk.at(-1)?.to ?? from[0] ?? 0]?.state ?? '',
    },
    instances,
  });
  const reached = exploration.edges.filter((edge) => all.has(edge.from));
  if (property.kind === 'reachable') {
    const { to, by, from: sourcePattern = {} } = property;
    const targets = exploration.configurations
      .filter((configuration) => isState(configuration, to))
      .map(({ index }) => index);
    const canReach = reaching(exploration, targets, (edge) => isStep(exploration, edge, by));
    const sources = [...all.keys()].filter((at) =>
      isState(exploration.configurations[at], sourcePattern),
    );
    const stuck = sources.filter((at) => !canReach.has(at));
    return result(sources.length, shortest(stuck.map((at) => pathTo(all, at))));
  }
  const instances = reached.filter((edge) => isStep(exploration, edge, property.step));
  if (property.kind === 'never')
    return result(
      reached.length,
      shortest(instances.map((edge) => after(pathTo(all, edge.from), edge))),
    );
  if (property.kind === 'precededBy') {
    const without = pathsFrom(exploration, from, (edge) => !isStep(exploration, edge, property.by));
    const breaches = instances.filter((edge) => without.has(edge.from));
    return result(
      instances.length,
      shortest(breaches.map((edge) => after(pathTo(without, edge.from), edge))),
    );
  }
  return result(instances.length, shortestWithout(exploration, all, instances, property.to));
}

interface Path {
  length: number;
  before: Path | null;
  edge: Edge | null;
}
type Paths = Map<number, Path>;

const nowhere: Path = { length: 0, before: null, edge: null };
const after = (before: Path, edge: Edge): Path => ({ length: before.length + 1, before, edge });
const pathTo = (paths: Paths, at: number) => paths.get(at) ?? nowhere;

function shortestWithout(
  exploration: Exploration,
  all: Paths,
  instances: readonly Edge[],
  to: StepPattern,
): readonly Edge[] | null {
  const answers = exploration.edges.filter((edge) => isStep(exploration, edge, to));
  const canStill = reaching(
    exploration,
    answers.map((edge) => edge.from),
    () => true,
  );
  const breaches = instances.flatMap((edge) => {
    if (isStep(exploration, edge, to)) return [];
    const beginning = after(pathTo(all, edge.from), edge);
    const unanswered = pathsFrom(
      exploration,
      [edge.to],
      (next) => !isStep(exploration, next, to),
      beginning,
    );
    return [...unanswered].filter(([at]) => !canStill.has(at)).map(([, path]) => path);
  });
  return shortest(breaches);
}

function pathsFrom(
  exploration: Exploration,
  from: readonly number[],
  isPermitted: (edge: Edge) => boolean,
  beginning = nowhere,
): Paths {
  const reached: Paths = new Map(from.map((at) => [at, beginning]));
  for (const [at, path] of reached)
    for (const edge of exploration.outgoing[at] ?? [])
      if (!reached.has(edge.to) && isPermitted(edge)) reached.set(edge.to, after(path, edge));
  return reached;
}

function reaching(
  exploration: Exploration,
  targets: readonly number[],
  isPermitted: (edge: Edge) => boolean,
): Set<number> {
  const incoming = Map.groupBy(exploration.edges.filter(isPermitted), ({ to }) => to);
  const reached = new Set(targets);
  for (const at of reached) for (const { from } of incoming.get(at) ?? []) reached.add(from);
  return reached;
}

function shortest(paths: readonly Path[]): readonly Edge[] | null {
  const [first, ...others] = paths;
  if (!first) return null;
  const best = others.reduce((least, path) => (path.length < least.length ? path : least), first);
  const edges: Edge[] = [];
  for (let path: Path | null = best; path?.edge; path = path.before) edges.push(path.edge);
  return edges.reverse();
}

function startName(
  exploration: Exploration,
  starts: Exploration['starts'],
  [first]: readonly Edge[],
): string {
  const at = first?.from ?? starts[0]?.configuration;
  return (
    (starts.find(({ configuration }) => configuration === at) ?? exploration.starts[0])?.name ?? ''
  );
}

function isState(configuration: Configuration | undefined, { states, tag }: StatePattern): boolean {
  if (!configuration) return false;
  return (
    (states?.includes(configuration.state) ?? true) &&
    (tag === undefined || configuration.tags.includes(tag))
  );
}

function isStep(exploration: Exploration, edge: Edge, pattern: StepPattern): boolean {
  const { events, sent, effects = [], from = {}, to = {}, any, not = [] } = pattern;
  return (
    edge.transitions.length > 0 &&
    (events?.includes(edge.event.type) ?? true) &&
    (sent === undefined || isLike(edge.event, sent)) &&
    effects.every((effect) => edge.effects.some(({ name }) => name === effect)) &&
    isState(exploration.configurations[edge.from], from) &&
    isState(exploration.configurations[edge.to], to) &&
    (any?.some((other) => isStep(exploration, edge, other)) ?? true) &&
    !not.some((other) => isStep(exploration, edge, other))
  );
}

function isLike(value: unknown, pattern: FieldPattern): boolean {
  if (pattern === true) return value !== undefined && value !== null;
  if (Array.isArray(pattern)) return pattern.some((each) => each === value);
  if (typeof pattern !== 'object') return value === pattern;
  return Object.entries(pattern as FieldPatterns).every(([field, wanted]) =>
    isLike((value as Record<string, unknown> | null | undefined)?.[field], wanted),
  );
}
