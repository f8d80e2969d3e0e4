import type { Drawing } from '#lib/statechart/drawing/draw-chart.ts';
import type { Decision } from '#lib/statechart/paths/guard-decisions.ts';
import { Recorder, type Taken } from '#lib/statechart/paths/recorder.ts';
import type { Scenario } from '#lib/statechart/paths/scenario.ts';
import { activeStates } from '#lib/statechart/paths/state-value.ts';
import {
  type Sent,
  snapshotAfter,
  steps,
  type TimedSnapshot,
} from '#lib/statechart/paths/timed-snapshot.ts';

/** One event that can be sent now, already tried on the machine. */
export interface EnabledEvent {
  sent: Sent;
  taken: Taken;
  moment: TimedSnapshot;
  /** Nothing came of it: the machine refuses it here. */
  isBlocked: boolean;
}

/** One step that was made. */
export interface ExecutedStep {
  /** Its place in the run; the start is 0. */
  place: number;
  name: string;
  taken: Taken;
  moment: TimedSnapshot;
}

/** A run of a machine, step by step: the very code that production runs, executing nothing. */
export interface Simulation {
  scenario: Scenario;
  recorder: Recorder;
  start: string;
  /** The start first. */
  made: readonly ExecutedStep[];
}

export function begin(scenario: Scenario, name: string): Simulation {
  const start = scenario.starts.find((each) => each.name === name) ?? scenario.starts[0];
  if (!start) throw new Error('The machine has no start');
  const recorder = new Recorder(scenario.machine, start.input);
  const taken = recorder.start(start.input);
  const moment = snapshotAfter([], taken, scenario.epoch);
  return {
    scenario,
    recorder,
    start: start.name,
    made: [{ place: 0, name: start.name, taken, moment }],
  };
}

export function present({ made }: Simulation): ExecutedStep {
  return made.at(-1) as ExecutedStep;
}

/** Every event there is to send now, and what would come of it. */
export function offers({ recorder, scenario, made }: Simulation): EnabledEvent[] {
  const { moment } = made.at(-1) as ExecutedStep;
  return [...steps(recorder, scenario, moment)].map((step) => ({
    ...step,
    isBlocked: step.taken.transitions.length === 0,
  }));
}

export function make(simulation: Simulation, { sent, taken, moment }: EnabledEvent): Simulation {
  const { made } = simulation;
  return { ...simulation, made: [...made, { place: made.length, name: sent.name, taken, moment }] };
}

export function takeBack(simulation: Simulation): Simulation {
  return { ...simulation, made: simulation.made.slice(0, Math.max(1, simulation.made.length - 1)) };
}

/** The guards that said no, each once. Empty where no transition asks for the event at all. */
export function failedGuards({ taken }: EnabledEvent): Decision[] {
  const failed = taken.decisions.filter(({ guard, held }) => guard !== null && !held);
  return [...new Map(failed.map((decision) => [decision.guard, decision])).values()];
}

/** Where the run is and where it was, over the picture; what a next event would take stands out. */
export function marksOf(simulation: Simulation): NonNullable<Drawing['marks']> {
  const { made } = simulation;
  const passed = made.flatMap(({ taken, moment }) => [
    ...taken.transitions,
    ...activeStates(moment.snapshot.value),
  ]);
  const next = offers(simulation).flatMap(({ taken }) => taken.transitions);
  const here = activeStates(present(simulation).moment.snapshot.value);
  return Object.fromEntries([
    ...next.map((id) => [id, { tone: 'good' as const }]),
    ...passed.map((id) => [id, { tone: 'passed' as const }]),
    ...here.map((id) => [id, { tone: 'here' as const }]),
  ]);
}
