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

export interface Simulation {
  scenario: Scenario;
  recorder: Recorder;
  start: string;
  steps: readonly ExecutedStep[];
}

function begin(scenario: Scenario, name: string): Simulation {
  const start = scenario.starts.find((each) => each.name === name) ?? scenario.starts[0];
  if (!start) throw new Error('The machine has no start');
  const recorder = new Recorder(scenario.machine, start.input);
  const step = startFrom(recorder, scenario, start.input);
  return {
    scenario,
    recorder,
    start: start.name,
    steps: [{ index: 0, name: start.name, ...step }],
  };
}

export function replay(scenario: Scenario, start: string, names: readonly string[]): Simulation {
  let simulation = begin(scenario, start);
  for (const name of names) {
    const next = enabledEvents(simulation).find(
      ({ sent, isBlocked }) => sent.name === name && !isBlocked,
    );
    if (!next) break;
    const { macrostep, result } = next;
    const step = { index: simulation.steps.length, name, macrostep, result };
    simulation = { ...simulation, steps: [...simulation.steps, step] };
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
