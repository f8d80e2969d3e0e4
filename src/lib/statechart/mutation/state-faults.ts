import type { AnyStateMachine } from 'xstate';
import { stateId } from '../graph/declared-transitions.ts';
import { actionName, type Fault, nodeOf, nodesOf } from './mutant.ts';

/** Compound states that begin with another child. */
export function otherInitials(machine: AnyStateMachine): Fault[] {
  return nodesOf(machine)
    .filter(({ type }) => type === 'compound')
    .flatMap((node) =>
      Object.keys(node.states)
        .filter((key) => key !== node.initial.target[0]?.key)
        .map((key) => ({
          operator: 'other initial',
          at: `${key} in ${stateId(node)}`,
          change: (clone: AnyStateMachine) => {
            const mutable = nodeOf(clone, stateId(node));
            const child = mutable.states[key];
            if (child) mutable.initial.target = [child];
          },
        })),
    );
}

/** Status codes swapped between two states, tags and entry actions left out. */
export function stateFaults(machine: AnyStateMachine): Fault[] {
  const nodes = nodesOf(machine);
  const codes = new Map(nodes.map((node) => [stateId(node), node.meta?.code]));
  const coded = [...codes.keys()].filter((id) => typeof codes.get(id) === 'number');
  // Swapped between states of one code, nothing would change.
  const others = (one: string) => (other: string) => codes.get(one) !== codes.get(other);
  const swaps = coded.flatMap((one, index) =>
    coded
      .slice(index + 1)
      .filter(others(one))
      .map((other) => ({
        operator: 'swap status code',
        at: `${one} and ${other}`,
        change: (clone: AnyStateMachine) => {
          const [first, second] = [nodeOf(clone, one), nodeOf(clone, other)];
          [first.meta, second.meta] = [
            { ...first.meta, code: second.meta.code },
            { ...second.meta, code: first.meta.code },
          ];
        },
      })),
  );
  const tags = nodes.flatMap((node) =>
    node.tags.map((tag) => ({
      operator: 'drop tag',
      at: `${tag} of ${stateId(node)}`,
      change: (clone: AnyStateMachine) => {
        const mutable = nodeOf(clone, stateId(node));
        mutable.tags = mutable.tags.filter((each) => each !== tag);
      },
    })),
  );
  const entries = nodes.flatMap((node) =>
    node.entry.map((action, index) => ({
      operator: 'drop entry action',
      at: `${actionName(action)} of ${stateId(node)}`,
      change: (clone: AnyStateMachine) => {
        const mutable = nodeOf(clone, stateId(node));
        mutable.entry = mutable.entry.toSpliced(index, 1);
      },
    })),
  );
  const codeless = coded.map((id) => ({
    operator: 'drop status code',
    at: id,
    change: (clone: AnyStateMachine) => {
      const mutable = nodeOf(clone, id);
      mutable.meta = { ...mutable.meta, code: undefined };
    },
  }));
  return [...swaps, ...codeless, ...tags, ...entries];
}
