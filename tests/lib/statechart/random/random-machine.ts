import { type AnyStateMachine, assign, createMachine, fromCallback, raise } from 'xstate';
import { randomSource } from '#lib/statechart/paths/random-source.ts';

interface Node {
  id: string;
  key: string;
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  children: Node[];
}

const MOST_STATES = 14;
/** With names that could be taken for other parts of an id. */
const EVENTS = ['E0', 'E1', '0:E1', 'done', 'always'];
const KEYS = ['s', 's:0', 's 1', 's → 2', 's\\'];

/**
 * Generates a machine: nested and parallel states, history with and without a default target, final
 * states with `onDone`, several targets, forbidden events, wildcards, `always`, `after`, raised
 * events, invoked actors, and guards over a small context. Every other transition executes `took` with its id, and every state `entered` with its own, so that raw
 * XState shows what it did. The same number gives the same machine.
 */
export function randomMachine(number: number): AnyStateMachine {
  const random = randomSource(number);
  const chance = (share: number) => random() < share;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const up = (most: number) => Math.floor(random() * (most + 1));
  let count = 0;

  const node = (parent: string, key: string, depth: number, isRegion: boolean): Node => {
    count++;
    const id = `${parent}.${key}`;
    const isInner = depth < 3 && count < MOST_STATES && chance(depth === 0 ? 1 : 0.5);
    if (!isInner)
      return { id, key, type: !isRegion && chance(0.2) ? 'final' : 'atomic', children: [] };
    const type = chance(0.4) ? 'parallel' : 'compound';
    const size = 2 + up(type === 'parallel' ? 1 : 2);
    const children = Array.from({ length: size }, (_, index) =>
      node(id, KEYS[index] ?? '', depth + 1, type === 'parallel'),
    );
    if (depth > 0 && chance(0.3))
      children.push({ id: `${id}.h`, key: 'h', type: 'history', children: [] });
    return { id, key, type, children };
  };
  const root: Node = { ...node('', 'm', 0, false), id: 'm' };
  const rename = (each: Node, id: string): Node => ({
    ...each,
    id,
    children: each.children.map((child) => rename(child, `${id}.${child.key}`)),
  });
  const whole = rename(root, 'm');
  const all = (each: Node): Node[] => [each, ...each.children.flatMap(all)];
  const targets = all(whole).slice(1);
  const hasClock = chance(0.3);
  const hasActors = chance(0.3);
  /** One state, or one in each of two regions. */
  const target = () => {
    const first = pick(targets);
    const around = targets.find(
      ({ type, children }) => type === 'parallel' && children.includes(first),
    );
    const regions = around?.children.filter(({ type }) => type !== 'history') ?? [];
    const other = regions.find((region) => region !== first);
    const isPair = first.type !== 'history' && other && chance(0.5);
    return isPair ? [`#${first.id}`, `#${pick(all(other)).id}`] : `#${first.id}`;
  };

  const transition = (id: string, isGuarded: boolean, canStay: boolean) => {
    const to = !canStay || chance(0.8) ? target() : undefined;
    const actions: unknown[] = [{ type: 'took', params: id }];
    if (chance(0.3)) actions.push('count');
    if (chance(0.1)) actions.push(raise({ type: pick(EVENTS) }));
    const guard = isGuarded ? { type: pick(['isEven', 'isLow']), params: id } : undefined;
    return { target: to, actions, reenter: chance(0.2), guard };
  };
  const candidates = (id: string, mustGuard = false) =>
    Array.from({ length: 1 + up(1) }, (_, index) =>
      !mustGuard && chance(0.1)
        ? {}
        : transition(`${id}:${index}`, mustGuard || chance(0.4), !mustGuard),
    );
  const delayed = (id: string) => {
    const delay = pick([10, 20, 'Infinity']);
    return { [delay]: transition(`${id}:after.${delay}:0`, chance(0.3), true) };
  };
  const config = (each: Node): object => {
    const path = each.id.split('.').slice(1).join('.');
    const id = path.replaceAll(/[\\:]/g, '\\$&') || '#m';
    if (each.type === 'history') {
      const siblings = all(whole).find(({ children }) => children.includes(each))?.children ?? [];
      const [first] = siblings.filter(({ type }) => type !== 'history').toReversed();
      const isTargeted = first && chance(0.5);
      return {
        type: 'history',
        history: pick(['shallow', 'deep']),
        ...(isTargeted && { target: `#${first.id}` }),
      };
    }
    const entry = path ? [{ type: 'entered', params: path }] : [];
    if (each.type === 'final') return { type: 'final', entry };
    const types = EVENTS.filter(() => chance(0.45));
    if (chance(0.05)) types.push('*');
    const on = Object.fromEntries(types.map((type) => [type, candidates(`${id}:${type}`)]));
    const isCompound = each.type === 'compound';
    const own = (event: string) => `${id}:${types.includes(event) ? 'xstate.' : ''}${event}`;
    const actor = `actor ${id}`;
    return {
      entry,
      on,
      ...(each.children.length && {
        states: Object.fromEntries(each.children.map((child) => [child.key, config(child)])),
      }),
      ...(isCompound && {
        initial: pick(each.children.filter(({ type }) => type !== 'history')).key,
      }),
      ...(each.type === 'parallel' && { type: 'parallel' }),
      ...(chance(0.1) && { always: candidates(own('always'), true) }),
      ...(each.children.length && chance(0.7) && { onDone: candidates(own('done')) }),
      ...(hasClock &&
        chance(0.3) && {
          after: delayed(id),
        }),
      ...(hasActors &&
        chance(0.3) && {
          invoke: {
            id: actor,
            src: 'job',
            onDone: candidates(`${id}:done.${actor}`),
            ...(chance(0.5) && { onError: candidates(`${id}:error.${actor}`) }),
          },
        }),
    };
  };
  const isFrom = chance(0.7);
  return createMachine(
    {
      ...config(whole),
      id: 'm',
      context: { n: 0 },
      options: { maxIterations: 100 },
    } as never,
    {
      guards: {
        isEven: ({ context }: { context: { n: number } }) => context.n % 2 === 0,
        isLow: ({ context }: { context: { n: number } }) => context.n < (isFrom ? 2 : 1),
      },
      actors: { job: fromCallback(() => {}) },
      actions: {
        took: () => {},
        entered: () => {},
        count: assign({ n: ({ context }: { context: { n: number } }) => (context.n + 1) % 3 }),
      },
    } as never,
  );
}
