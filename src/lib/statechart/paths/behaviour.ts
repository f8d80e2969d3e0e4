import { createHash } from 'node:crypto';
import { type Configuration, type Edge, type Exploration, isNotAccepted } from './explore.ts';
import type { Effect } from './recorder.ts';
import { canonicalJson } from './state-value.ts';
import type { TimedSnapshot } from './timed-snapshot.ts';

/**
 * Describes the behaviour of a machine under its scenario as text for approval: the initial
 * contexts, each state with its code and tags, and each accepted event with its results. A result
 * is the next state, context changes, effects, and the number of explored configurations that have
 * it. The digest at the end changes with the result of any event in any configuration.
 */
export function behaviourText(exploration: Exploration): string {
  const { configurations, scenario } = exploration;
  const starts = exploration.starts.map(({ name, configuration, effects }) => {
    const { state, snapshot } = configurations[configuration] as Configuration;
    const context = relative(snapshot.context, scenario.epoch);
    return `${name} starts in ${state} with ${context}${effectsText(effects, scenario.epoch)}\n`;
  });
  const digest = createHash('sha256');
  const states = Map.groupBy(configurations, titleOf);
  const texts = [...states].map(([title, alike]) => {
    const lines = alike.map((configuration) => {
      const edges = exploration.outgoing[configuration.index] ?? [];
      digest.update(JSON.stringify(edges.map(({ to, name }) => [to, name])));
      return edges
        .filter((edge) => !isNotAccepted(edge))
        .map((edge) => stepLine(exploration, configuration, edge));
    });
    const all = lines.flat();
    digest.update(JSON.stringify(lines));
    const results = [...Map.groupBy(all, (line) => line)].map(([line, { length }]) =>
      length === alike.length ? `  ${line}\n` : `  ${line} (in ${length})\n`,
    );
    return `${title}; configurations: ${alike.length}\n${results.join('')}`;
  });
  return [...starts, '', ...texts, `SHA-256 ${digest.digest('hex')}\n`].join('\n');
}

function titleOf({ state, code, tags, snapshot: { status } }: Configuration): string {
  return [
    state,
    ...(code === null ? [] : [`code ${code}`]),
    ...(tags.length ? [`tags ${tags.join(', ')}`] : []),
    ...(status === 'active' ? [] : [status]),
  ].join('; ');
}

function stepLine(
  { configurations }: Exploration,
  { index, snapshot, now }: Configuration,
  edge: Edge,
): string {
  const to = edge.to === index ? 'stays' : configurations[edge.to]?.state;
  const delay = edge.kind === 'clock' ? ` after ${edge.at - now} ms` : '';
  return `${edge.name}${delay} → ${to}${changesText(snapshot.context, edge)}`;
}

export function changesText(
  context: object,
  { result, effects, at }: Pick<Edge, 'result' | 'effects' | 'at'>,
): string {
  return contextText(context, result) + effectsText(effects, at);
}

function contextText(before: object, { snapshot, now }: TimedSnapshot): string {
  const known = new Map(Object.entries(before));
  const changed = Object.entries(snapshot.context).filter(
    ([key, value]) => !known.has(key) || canonicalJson(known.get(key)) !== canonicalJson(value),
  );
  return changed
    .map(([key, value]) => `; ${key} ${increase(known.get(key), value) ?? relative(value, now)}`)
    .join('');
}

/** Returns the increase of a counter, such as a revision; null for instants and other values. */
function increase(before: unknown, after: unknown): string | null {
  if (typeof before !== 'number' || typeof after !== 'number' || after > 1e12) return null;
  return after > before ? `+${after - before}` : null;
}

function effectsText(effects: readonly Effect[], at: number): string {
  const described = effects.map(({ name, params }) =>
    params === undefined ? name : `${name} ${relative(params, at)}`,
  );
  return described.length ? `; ${described.join(', ')}` : '';
}

/** Converts instants to offsets from the time of the step, so that the text is stable. */
function relative(value: unknown, at: number): string {
  return canonicalJson(value).replaceAll(/\b1[67]\d{11}\b/g, (instant) => {
    const difference = Number(instant) - at;
    return difference < 0 ? `now${difference}` : `now+${difference}`;
  });
}
