import { walkMarks } from '#charts/picture/walk-marks.ts';
import { type Decision, type Macrostep, Recorder } from '#lib/statechart/paths/recorder.ts';
import type { Scenario } from '#lib/statechart/paths/scenario.ts';
import { stateText } from '#lib/statechart/paths/state-value.ts';
import {
  type Successor,
  startFrom,
  successors,
  type TimedSnapshot,
} from '#lib/statechart/paths/timed-snapshot.ts';

export interface EnabledEvent extends Successor {
  isBlocked: boolean;
}

export interface ExecutedStep {
  index: number;
  name: string;
  macrostep: Macrostep;
  result: TimedSnapshot;
}

interface Simulation {
  scenario: Scenario;
  recorder: Recorder;
  start: string;
  steps: readonly ExecutedStep[];
}

/** Takes the named steps from a start, up to the first step that the machine rejects. */
export function replay(scenario: Scenario, start: string, names: readonly string[]): Simulation {
  const chosenStart = scenario.starts.find((each) => each.name === start) ?? scenario.starts[0];
  if (!chosenStart) throw new Error('The machine has no start');
  const recorder = new Recorder(scenario.machine);
  const first = startFrom(recorder, scenario, chosenStart.input);
  const steps: ExecutedStep[] = [{ index: 0, name: chosenStart.name, ...first }];
  const simulation = { scenario, recorder, start: chosenStart.name, steps };
  for (const name of names) {
    const next = enabledEvents(simulation).find(
      ({ sent, isBlocked }) => sent.name === name && !isBlocked,
    );
    if (!next) break;
    const { macrostep, result } = next;
    steps.push({ index: steps.length, name, macrostep, result });
  }
  return simulation;
}

export function currentStep({ steps }: Simulation): ExecutedStep {
  return steps.at(-1) as ExecutedStep;
}

export function enabledEvents(simulation: Simulation): EnabledEvent[] {
  const { recorder, scenario } = simulation;
  const { result } = currentStep(simulation);
  return [...successors(recorder, scenario, result)].map((step) => ({
    ...step,
    isBlocked: step.macrostep.transitions.length === 0,
  }));
}

export function failedGuards({ macrostep }: EnabledEvent): Decision[] {
  const failed = macrostep.decisions.filter(({ guard, held }) => guard !== null && !held);
  return [...new Map(failed.map((decision) => [decision.guard, decision])).values()];
}

export function leafStates({ result }: ExecutedStep): string[] {
  return stateText(result.snapshot.value).split(' + ');
}

export function marksOf({ steps }: Simulation, next: readonly EnabledEvent[]) {
  return walkMarks(
    steps.map((step) => ({ transitions: step.macrostep.transitions, states: leafStates(step) })),
    next.flatMap(({ macrostep }) => macrostep.transitions),
  );
}
