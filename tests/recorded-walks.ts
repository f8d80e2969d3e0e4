import { VisitLog } from '#lib/statechart/coverage/visit-log.ts';
import {
  type ConcreteStep,
  type ConcreteWalk,
  concreteWalks,
} from '#lib/statechart/paths/concrete-walks.ts';
import type { Criterion } from '#lib/statechart/paths/criteria.ts';
import { type Exploration, explore } from '#lib/statechart/paths/explore.ts';
import { plan } from '#lib/statechart/paths/plan.ts';
import type { Scenario } from '#lib/statechart/paths/scenario.ts';
import { stateText } from '#lib/statechart/paths/state-value.ts';
import { VISITS_FOLDER } from '#testing/machines/named-machines.ts';

const SEED = 20_261_121;

/** Walks through a machine that a suite executes on the real system, and their coverage. */
export interface RecordedWalks {
  found: Exploration;
  walks: { name: string; walk: ConcreteWalk }[];
  begin(walk: ConcreteWalk): void;
  took(step: ConcreteStep): void;
  write(): void;
}

export interface WalkedMachine {
  level: number;
  suite: string;
  machine: string;
  scenario: Scenario;
  criteria: readonly Criterion[];
}

/** Plans walks that meet the criteria, and records the transitions that a suite takes. */
export function recordedWalks(walked: WalkedMachine): RecordedWalks {
  const { level, suite, machine, scenario, criteria } = walked;
  const found = explore(scenario);
  const log = new VisitLog(level, suite, machine, found.graph);
  const options = { seed: SEED, plan: 'tour' } as const;
  const planned = criteria.flatMap((criterion) =>
    concreteWalks(found, plan(found, { ...options, criterion }).walks),
  );
  /** Remaining steps of the current walk. */
  let left = 0;
  return {
    found,
    walks: planned.map((walk, index) => ({ name: `${index + 1}: ${walkName(found, walk)}`, walk })),
    begin({ macrostep, steps }) {
      left = steps.length;
      log.begin();
      log.step(macrostep);
      if (left === 0) log.end();
    },
    took({ macrostep }) {
      log.step(macrostep);
      left -= 1;
      if (left === 0) log.end();
    },
    write: () => log.write(VISITS_FOLDER),
  };
}

export function walkName({ starts }: Exploration, { walk, steps, start }: ConcreteWalk): string {
  const states = [start, ...steps.map(({ result }) => result)].map(({ snapshot }) =>
    stateText(snapshot.value),
  );
  const changes = states.filter((state, index) => state !== states[index - 1]);
  const shown = changes.length > 8 ? [...changes.slice(0, 4), '…', ...changes.slice(-3)] : changes;
  return `${starts[walk.start]?.name}, ${steps.length} steps: ${shown.join(' → ')}`;
}

/** Returns true when the machine rejects the event of a step. */
export const isNotAccepted = ({ macrostep }: ConcreteStep) => macrostep.transitions.length === 0;
