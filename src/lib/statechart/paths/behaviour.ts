import { configurationLabels } from './criteria.ts';
import type { Edge, Exploration } from './explore.ts';
import type { Effect } from './recorder.ts';
import { canonicalJson } from './state-value.ts';
import type { TimedSnapshot } from './timed-snapshot.ts';

/**
 * Describes the behaviour of a machine under its scenario as text for approval: each explored state
 * with its code and tags, and each accepted event with the resulting state, context changes and
 * effects. Events that are not accepted are counted.
 */
export function behaviourText(exploration: Exploration): string {
  const texts = configurationLabels(exploration);
  const titles = exploration.configurations.map(({ code, tags, snapshot }, index) =>
    [
      texts[index],
      ...(code === null ? [] : [`code ${code}`]),
      ...(tags.length ? [`tags ${tags.join(', ')}`] : []),
      ...(snapshot.status === 'active' ? [] : [snapshot.status]),
    ].join('; '),
  );
  const starts = exploration.starts.map(
    ({ name, configuration, effects }) =>
      `${name} starts in ${texts[configuration]}${effectsText(effects, exploration.scenario.epoch)}\n`,
  );
  const configurations = exploration.configurations.map(({ index, snapshot, now }) => {
    const edges = exploration.outgoing[index] ?? [];
    const accepted = edges.filter(
      ({ transitions, kind }) => transitions.length || kind !== 'event',
    );
    const lines = accepted.map((edge) => {
      const to = edge.to === index ? 'stays' : texts[edge.to];
      const delay = edge.kind === 'clock' ? ` after ${edge.at - now} ms` : '';
      return `  ${edge.name}${delay} → ${to}${changesText(snapshot.context, edge)}\n`;
    });
    const ignored = edges.length - accepted.length;
    return `${titles[index]}\n${lines.join('')}${ignored ? `  ${ignored} others are not accepted\n` : ''}`;
  });
  return [...starts, '', ...configurations].join('\n');
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
  return changed.map(([key, value]) => `; ${key} ${relative(value, now)}`).join('');
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
