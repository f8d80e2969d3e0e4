import { type MachineName, machineWords } from '#charts/words/chart-words.ts';
import type { Table } from '#lib/statechart/chart-formats/tables.ts';
import { type Edge, explore, isRefused } from '#lib/statechart/paths/explore.ts';
import { scenarios } from '#machines/scenarios.ts';
import { wordsOf } from '#server/platform/words/words.ts';

/**
 * State × role × action: every event of the machine's scenario was sent in every state that can be
 * reached, and those that were taken are listed with who sent them.
 */
export function actionTable(name: MachineName): Table {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`${name} has no scenario`);
  const found = explore(scenario);
  const labels = machineWords(wordsOf('en'), name).states;
  const macrostep = found.edges.filter((edge) => !isRefused(edge));
  const order = (state: string) =>
    found.graph.states.findIndex(({ id }) => id === state.split(' + ')[0]);
  const states = [...new Set(found.configurations.map(({ state }) => state))].sort(
    (a, b) => order(a) - order(b) || a.localeCompare(b, 'en'),
  );
  const roles = [...new Set(macrostep.map(roleOf))].sort();
  const rows = states.map((state) => {
    const here = macrostep.filter(({ from }) => found.configurations[from]?.state === state);
    const actions = (role: string) => {
      const own = here
        .filter((edge) => roleOf(edge) === role)
        .map(({ event }) => eventLabel(event.type));
      return [...new Set(own)].join(', ') || '–';
    };
    const active = state.split(' + ').map((id) => labels[id] ?? id);
    return [active.join(', '), ...roles.map(actions)];
  });
  return [['State', ...roles], ...rows];
}

/** Sender of an event: the actor it names, else the clock, an invoked actor or the user. */
function roleOf({ event, kind }: Edge): string {
  const by: unknown = (event as { by?: { role?: string } }).by;
  const role = (by as { role?: string } | undefined)?.role;
  if (role) return role;
  if (kind === 'clock') return 'clock';
  return kind === 'event' ? 'sender' : 'invoked actor';
}

/** XState's own names for what actors and the clock report, shortened. */
function eventLabel(type: string): string {
  return type
    .replace(/^xstate\.(done|error)\.actor\./, '$1 ')
    .replace(/^xstate\.after\.([^.]+)\..*$/, 'after $1');
}
