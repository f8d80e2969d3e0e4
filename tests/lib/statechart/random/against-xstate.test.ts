import { expect, test } from 'vitest';
import { type AnyStateMachine, createActor } from 'xstate';
import { summaryOf } from '#lib/statechart/coverage/summary.ts';
import { VisitLog } from '#lib/statechart/coverage/visit-log.ts';
import { gherkin } from '#lib/statechart/path-formats/gherkin.ts';
import { type FullReport, reportOf } from '#lib/statechart/path-formats/path-report.ts';
import { concreteWalks } from '#lib/statechart/paths/concrete-walks.ts';
import { testRequirementOf } from '#lib/statechart/paths/criteria.ts';
import { derivedScenario } from '#lib/statechart/paths/derived-scenario.ts';
import {
  type Configuration,
  type Exploration,
  explore,
  isNotAccepted,
} from '#lib/statechart/paths/explore.ts';
import { OnlineRun } from '#lib/statechart/paths/online-run.ts';
import { pathsTo } from '#lib/statechart/paths/paths-to.ts';
import { plan } from '#lib/statechart/paths/plan.ts';
import { randomSource } from '#lib/statechart/paths/random-source.ts';
import { Recorder } from '#lib/statechart/paths/recorder.ts';
import { stateText } from '#lib/statechart/paths/state-value.ts';
import { stepFrom, type TimedSnapshot } from '#lib/statechart/paths/timed-snapshot.ts';
import { shortestWalks } from '#lib/statechart/paths/walk.ts';
import { randomMachine } from './random-machine.ts';
import { bruteForce, labelOf, RawMachine } from './raw-machine.ts';

/** `MACHINES=1000 RANDOM_SEED=1 npx vitest run --project long against-xstate` for more of them. */
const MACHINES = Number(process.env.MACHINES ?? 12);
const SEED = Number(process.env.RANDOM_SEED ?? 1);
const MOST_STATES = 300;
const WALK = 30;

const counts = { machines: 0, complete: 0, states: 0, events: 0, items: 0 };
const sorted = (items: Iterable<string>) => [...items].toSorted();

test(`every claim about ${MACHINES} generated machines agrees with raw XState, seed ${SEED}`, () => {
  for (let number = SEED * 1_000_000; counts.machines < MACHINES; number++) {
    const machine = randomMachine(number);
    if (!comesToRest(machine)) continue;
    counts.machines++;
    try {
      checkMachine(machine, number);
    } catch (error) {
      (error as Error).message = `machine ${number}: ${(error as Error).message}`;
      throw error;
    }
  }
  console.log(
    `seed ${SEED}: ${counts.machines} machines (${counts.complete} explored whole), ${counts.states} states, ${counts.events} events, ${counts.items} items, 0 claims false`,
  );
}, 3_600_000);

function comesToRest(machine: AnyStateMachine): boolean {
  try {
    new RawMachine(machine).start();
    return true;
  } catch {
    return false;
  }
}

function checkMachine(machine: AnyStateMachine, seed: number): void {
  const found = explore(derivedScenario(machine).scenario, MOST_STATES);
  checkSteps(found, machine, seed);
  checkCertain(found, machine, seed);
  for (const kind of ['tour', 'shortest'] as const)
    for (const criterion of ['transitions', 'pairs', 'negatives'] as const)
      checkReport(
        reportOf('m', found, plan(found, { criterion, plan: kind }), { plan: kind, seed: 1 }),
        machine,
        found.scenario.epoch,
      );
  checkOnline(found, machine);
  const events = found.scenario.samples({ value: {}, children: {} } as never, 0);
  const facts = bruteForce(
    new RawMachine(machine),
    events.map(({ name }) => name),
    10 * MOST_STATES,
  );
  if (!facts || !found.complete) return;
  counts.complete++;
  counts.states += facts.states.size;
  counts.events += facts.steps;
  expect(sorted(new Set(found.configurations.map(labelOf)))).toEqual(sorted(facts.states));
  expect(sorted(found.taken)).toEqual(sorted(facts.taken));
  expect(sorted(found.entered)).toEqual(sorted(facts.entered));
  const claimed = {
    states: facts.entered,
    transitions: facts.taken,
    pairs: facts.pairs,
    guards: facts.decisions,
  };
  for (const [criterion, truth] of Object.entries(claimed)) {
    const requirement = testRequirementOf(found, criterion as keyof typeof claimed);
    counts.items += requirement.items.length + requirement.infeasible.length;
    expect(sorted(requirement.items), criterion).toEqual(sorted(truth));
    const { walks, uncovered } = plan(found, { criterion: criterion as keyof typeof claimed });
    expect(uncovered).toEqual([]);
    expect(sorted(requirement.coveredBy(walks))).toEqual(sorted(truth));
    if (criterion === 'states' || criterion === 'transitions')
      for (const [item, { edges }] of shortestWalks(requirement))
        expect([item, edges.length]).toEqual([item, facts.distances.get(item)]);
  }
  for (const state of [...facts.entered].slice(0, 4))
    expect(pathsTo(found, state, null).walks[0]?.edges).toHaveLength(
      facts.distances.get(state) ?? Number.NaN,
    );
  for (const state of [...facts.entered].slice(-3))
    for (const via of [...facts.taken].slice(-3))
      expect([state, via, pathsTo(found, state, via).walks[0]?.edges.length ?? null]).toEqual([
        state,
        via,
        facts.distanceVia(state, via),
      ]);
  const notAccepted = found.edges
    .filter(isNotAccepted)
    .map(({ from, name }) => `${labelOf(found.configurations[from] as Configuration)} ${name}`);
  expect(sorted(new Set(notAccepted))).toEqual(sorted(facts.notAccepted));
  expect(testRequirementOf(found, 'negatives').items).toHaveLength(notAccepted.length);
  checkCoverage(found);
}

/** Checks that the recorder and raw XState agree on random events, also in unexplored states. */
function checkSteps({ scenario }: Exploration, machine: AnyStateMachine, seed: number): void {
  const random = randomSource(seed);
  const raw = new RawMachine(machine);
  const recorder = new Recorder(machine);
  let { to, ...did } = raw.start();
  const started = recorder.start(undefined);
  expect(did).toMatchObject({ microsteps: started.microsteps, entered: started.entered });
  let at: TimedSnapshot = { snapshot: started.snapshot, now: 0, timers: [] };
  for (let step = 0; step < WALK; step++) {
    const samples = scenario.samples(at.snapshot as never, 0);
    const sent = samples[Math.floor(random() * samples.length)];
    if (!sent) return;
    const theirs = raw.send(to, sent.name);
    if (!theirs) return;
    const ours = stepFrom(recorder, at, { ...sent, kind: 'event', at: 0 });
    counts.events++;
    expect(shown(ours.macrostep, ours.result)).toEqual(shown(theirs, theirs.to));
    at = ours.result;
    to = theirs.to;
  }
}

function shown(
  { microsteps, entered }: { microsteps: string[][]; entered: string[] },
  { snapshot }: Pick<TimedSnapshot, 'snapshot'>,
) {
  const { value, context, status } = snapshot;
  return { microsteps, entered, value, context, status };
}

/** Checks that certainly infeasible items are infeasible for all results of guards. */
function checkCertain(found: Exploration, machine: AnyStateMachine, seed: number): void {
  const random = randomSource(seed + 1);
  const raw = new RawMachine(machine, () => random() < 0.5);
  const certain = (['states', 'transitions'] as const).flatMap((criterion) =>
    testRequirementOf(found, criterion)
      .infeasible.filter(({ isCertain }) => isCertain)
      .map(({ item }) => item),
  );
  for (let walk = 0; walk < 3; walk++) {
    let step = comesToRestBy(() => raw.start());
    for (let length = 0; step && length < WALK; length++) {
      for (const item of [...step.microsteps.flat(), ...step.entered])
        expect(certain).not.toContain(item);
      const samples = found.scenario.samples(step.to.snapshot as never, 0);
      const { name } = samples[Math.floor(random() * samples.length)] ?? { name: '' };
      counts.events++;
      step = raw.send(step.to, name);
    }
  }
}

function comesToRestBy<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null;
  }
}

/** Walks the paths of a report with XState's interpreter, and compares each step and each count. */
function checkReport(report: FullReport, machine: AnyStateMachine, epoch: number): void {
  const { paths, steps, resets } = report;
  const all = paths.flatMap((path) => path.steps);
  expect([steps, resets]).toEqual([all.length, Math.max(0, paths.length - 1)]);
  for (const path of paths) {
    const running = run(machine);
    expect(stateText(running.value())).toBe(path.start.state);
    for (const step of path.steps) {
      counts.events++;
      const took = running.take(step.kind === 'clock' ? null : step.event.type, step.at - epoch);
      expect({ took, state: stateText(running.value()) }).toEqual({
        took: step.transitions,
        state: step.after.state,
      });
      expect(step.notAccepted).toBe(took.length === 0 && step.kind === 'event');
    }
  }
  expect(gherkin([report]).match(/^ +(When "|\| (?!event \|))/gm)?.length ?? 0).toBe(all.length);
}

/** Runs a machine in XState's interpreter with a clock that reaches one delay at a time. */
function run(machine: AnyStateMachine) {
  let took: string[] = [];
  let now = 0;
  let timers: { due: number; call: () => void }[] = [];
  const actor = createActor(
    machine.provide({
      actions: { took: (_: unknown, id: unknown) => took.push(id as string) } as never,
    }),
    {
      clock: {
        setTimeout: (call: () => void, delay: number) => {
          const timer = { due: now + delay, call };
          timers.push(timer);
          return timer;
        },
        clearTimeout: (timer: (typeof timers)[0]) => {
          timers = timers.filter((each) => each !== timer);
        },
      } as never,
    },
  );
  actor.subscribe({ error: () => {} });
  actor.start();
  return {
    value: () => actor.getSnapshot().value,
    take(type: string | null, at: number): string[] {
      took = [];
      now = at;
      if (type !== null && actor.getSnapshot().status === 'active') actor.send({ type });
      if (type === null) {
        const [next] = timers.toSorted((a, b) => a.due - b.due);
        expect(next?.due).toBe(at);
        timers = timers.filter((timer) => timer !== next);
        next?.call();
      }
      return took;
    },
  };
}

/** Checks that a suite that walks the tours has complete coverage. */
function checkCoverage(found: Exploration): void {
  const log = new VisitLog(1, 'tours', 'm', found.graph);
  for (const criterion of ['states', 'transitions', 'pairs', 'guards'] as const)
    for (const { macrostep, steps } of concreteWalks(found, plan(found, { criterion }).walks)) {
      log.begin();
      log.step(macrostep);
      for (const step of steps) log.step(step.macrostep);
      log.end();
    }
  const summary = summaryOf([log.visits], 'm', found.scenario);
  for (const criterion of ['states', 'transitions', 'pairs', 'guards'] as const)
    expect(summary[criterion].uncovered).toEqual([]);
}

/** An online run on XState's interpreter covers every transition and reports no failure. */
function checkOnline(found: Exploration, machine: AnyStateMachine): void {
  const requirement = testRequirementOf(found, 'transitions');
  const online = new OnlineRun(found, requirement, 1);
  let running = run(machine);
  for (let next = online.next(); next.action !== 'end'; next = online.next()) {
    if (next.action === 'start') running = run(machine);
    else {
      const { type } = next.event;
      running.take(type.startsWith('xstate.after.') ? null : type, next.at - found.scenario.epoch);
      counts.events++;
    }
    online.report({ number: next.number, state: stateText(running.value()) });
  }
  const { covered, failures } = online.statistics;
  expect({ covered, failures }).toEqual({ covered: requirement.items.length, failures: [] });
}
