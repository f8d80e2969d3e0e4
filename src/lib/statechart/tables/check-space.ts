import { type AnyMachineSnapshot, type AnyStateMachine, transition } from 'xstate';
import { stableText } from '../paths/configuration.ts';
import { randomSource } from '../paths/random-source.ts';
import type { CompiledSpace } from './compile.ts';

/**
 * Compares drawn steps of a compiled space with XState's own `transition` on the machine itself.
 * @returns the steps that differ, in words; empty when all agree
 */
export function spaceDifferences(
  machine: AnyStateMachine,
  space: CompiledSpace,
  { seed, steps }: { seed: number; steps: number },
): string[] {
  const random = randomSource(seed);
  const differences: string[] = [];
  for (let step = 0; step < steps; step++) {
    const state = Math.floor(random() * space.states);
    const number = Math.floor(random() * space.events.length);
    const event = space.events[number] ?? { type: '' };
    const before = space.stateAt(state);
    const snapshot = machine.resolveState(before as never);
    const [next] = transition(machine, snapshot as never, event as never) as unknown as [
      AnyMachineSnapshot,
    ];
    const expected = stableText([next.value, next.context]);
    const target = space.stateAt(space.targets[state * space.events.length + number] ?? 0);
    const actual = stableText([target.value, target.context]);
    if (expected !== actual)
      differences.push(`${event.type} in ${stableText(before)}: ${actual} instead of ${expected}`);
  }
  return differences;
}
