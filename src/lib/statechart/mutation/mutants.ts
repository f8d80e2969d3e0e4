import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { stateId } from '../graph/graph.ts';
import { behaviourText, changesText } from '../paths/behaviour.ts';
import { type Edge, type Exploration, explore, recordOf } from '../paths/explore.ts';
import { Recorder } from '../paths/recorder.ts';
import type { Scenario } from '../paths/scenario.ts';
import { canonicalJson } from '../paths/state-value.ts';
import { abstractionKey, successors } from '../paths/timed-snapshot.ts';
import { faultsOf } from './faults.ts';
import { type Mutant, mutated } from './mutant.ts';

/** Creates a mutant for every possible fault. */
export function mutantsOf(name: string, machine: AnyStateMachine): Mutant[] {
  return faultsOf(machine).map(({ operator, at, change, ...source }) => ({
    id: `${name}: ${operator} ${at}`,
    operator,
    machine: mutated(machine, change),
    ...source,
  }));
}

export const MAX_CONFIGURATIONS = 3_000;
/** Number of configurations to explore first, because many mutants differ within these few. */
const FIRST_CONFIGURATIONS = 24;

/**
 * Returns the mutants that behave as approved. No check of the behaviour can detect them; some
 * are equivalent mutants (DeMillo, Lipton and Sayward, «Hints on test data selection», 1978).
 * @param approved `behaviourText` of the unmodified machine within {@link MAX_CONFIGURATIONS}
 * @throws if the unmodified machine does not behave as approved
 */
export function survivors(
  scenario: Scenario,
  mutants: readonly Mutant[],
  approved: string,
): Mutant[] {
  const { machine } = scenario;
  const exploration = explore(scenario, MAX_CONFIGURATIONS);
  if (behaviourText(exploration) !== approved)
    throw new Error(`${machine.id} does not behave as approved, even without a fault`);
  const beginning = behaviourOf(scenario, machine, FIRST_CONFIGURATIONS);
  return mutants.filter(
    (mutant) =>
      !differsNearby(exploration, mutant) &&
      behaviourOf(scenario, mutant.machine, FIRST_CONFIGURATIONS) === beginning &&
      behaviourOf(scenario, mutant.machine) === approved,
  );
}

function differsNearby(
  { scenario, configurations, outgoing, expanded }: Exploration,
  mutant: Mutant,
): boolean {
  const { machine, source } = mutant;
  if (source === undefined) return false;
  const recorder = new Recorder(machine);
  const node = ({ id }: AnyStateNode) => recorder.machine.getStateNodeById(id);
  return configurations
    .slice(0, expanded)
    .filter(({ snapshot }) => snapshot._nodes.some((active) => stateId(active) === source))
    .some(({ index, snapshot, now, timers }) => {
      const historyValue = Object.entries(snapshot.historyValue).map(
        ([history, nodes]) => [history, nodes.map(node)] as const,
      );
      const mutated = {
        ...snapshot,
        machine: recorder.machine,
        _nodes: snapshot._nodes.map(node),
        historyValue: Object.fromEntries(historyValue),
      } as AnyMachineSnapshot;
      const own = (outgoing[index] ?? []).map((edge) => stepText(scenario, snapshot, edge));
      try {
        const steps = [...successors(recorder, scenario, { snapshot: mutated, now, timers })];
        const changed = steps.map(({ sent, macrostep, result }) =>
          stepText(scenario, snapshot, { ...sent, ...recordOf(macrostep), result }),
        );
        return canonicalJson(changed) !== canonicalJson(own);
      } catch {
        return true;
      }
    });
}

function stepText(
  scenario: Scenario,
  { context }: AnyMachineSnapshot,
  step: Omit<Edge, 'index' | 'from' | 'to'>,
): string {
  const { name, kind, transitions, result } = step;
  if (transitions.length === 0 && kind === 'event') return name;
  return `${name} ${abstractionKey(scenario, result)} ${changesText(context, step)}`;
}

/** Uses the error as behaviour if a mutant cannot be explored. Such a mutant counts as detected. */
function behaviourOf(
  scenario: Scenario,
  machine: Scenario['machine'],
  most = MAX_CONFIGURATIONS,
): string {
  try {
    return behaviourText(explore({ ...scenario, machine }, most));
  } catch (error) {
    return String(error);
  }
}
