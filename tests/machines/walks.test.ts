import { afterAll, describe, expect, test } from 'vitest';
import { VisitLog } from '#lib/statechart/coverage/visit-log.ts';
import { type ConcreteWalk, concreteWalks } from '#lib/statechart/paths/concrete-walks.ts';
import type { Criterion } from '#lib/statechart/paths/criteria.ts';
import { type Exploration, explore, isNotAccepted } from '#lib/statechart/paths/explore.ts';
import { type PlanKind, plan } from '#lib/statechart/paths/plan.ts';
import { canonicalJson, stateText, statusCode } from '#lib/statechart/paths/state-value.ts';
import type { ApplicationSnapshot } from '#machines/application.machine.ts';
import { catalogue } from '#machines/catalogue.ts';
import { scenarios } from '#machines/scenarios.ts';
import { VISITS_FOLDER } from '#testing/machines/named-machines.ts';
import { walkName } from '#tests/recorded-walks.ts';
import { factsOf, verdictOfStep } from './oracle/observed.ts';
import { RunningMachine, uploadChildren } from './running-machine.ts';

/** Together they cover each transition, pair, guard outcome, and event that is not accepted. */
const plans: [Criterion, PlanKind][] = [
  ['transitions', 'shortest'],
  ['pairs', 'shortest'],
  ['guards', 'shortest'],
  ['samples', 'tour'],
];
const SEED = 20_260_105;

test('every machine of the catalogue has its scenario', { tags: ['4-transitions'] }, () => {
  expect(Object.keys(scenarios).sort()).toEqual(Object.keys(catalogue).sort());
  for (const [name, { machine }] of Object.entries(catalogue))
    expect(scenarios[name]?.machine).toBe(machine);
});

describe.each(Object.entries(scenarios))('%s', (name, scenario) => {
  const found = explore(scenario);
  const log = new VisitLog(1, 'walks', name, found.graph);
  afterAll(() => log.write(VISITS_FOLDER));

  for (const [criterion, kind] of plans) {
    const planned = plan(found, { criterion, plan: kind, seed: SEED });

    test(`${criterion}: the plan is complete`, () => {
      expect(planned.uncovered).toEqual([]);
      expect(planned.stopped).toBeNull();
    });
    concreteWalks(found, planned.walks).forEach((walk, index) => {
      test(`${criterion} ${index + 1}: ${walkName(found, walk)}`, () => walked(found, walk, log));
    });
  }

  test('every invoked actor and every event has an executor', () => {
    const invokes = found.graph.states.flatMap(({ invokes }) => invokes);
    const awaited = invokes.filter(({ id }) =>
      found.graph.transitions.some(({ actor }) => actor === id),
    );
    for (const { id } of awaited) expect(scenario.outcomes?.[id]?.length).toBeGreaterThan(1);
    const sent = new Set(found.edges.map(({ event }) => event.type));
    for (const { kind, event } of found.graph.transitions)
      if (!['initial', 'always', 'stateDone'].includes(kind)) expect(sent).toContain(event);
  });
});

/** The interpreter agrees with the model in transitions, state, code, tags, context and effects. */
async function walked(
  found: Exploration,
  { walk, start, macrostep, steps }: ConcreteWalk,
  log: VisitLog,
) {
  const { scenario } = found;
  const running = new RunningMachine(scenario, scenario.starts[walk.start]?.input, uploadChildren);
  log.begin();
  expect(shownOf(running.snapshot)).toEqual(shownOf(start.snapshot));
  log.step(macrostep);
  for (const step of steps) {
    const before = running.snapshot;
    const did = await running.take(step);
    const own = new Set(Object.keys(scenario.machine.implementations.actions));
    const effects = step.macrostep.effects.map(({ name }) => name).filter((name) => own.has(name));
    expect({ event: step.sent.name, ...did }).toEqual({
      event: step.sent.name,
      transitions: step.macrostep.transitions,
      effects,
    });
    if (isNotAccepted(step.edge)) expect(running.snapshot).toBe(before);
    else expect(shownOf(running.snapshot)).toEqual(shownOf(step.result.snapshot));
    if (scenario === scenarios.application) {
      const was = before as ApplicationSnapshot;
      const { place } = verdictOfStep(was, step) ?? factsOf(was);
      expect(factsOf(running.snapshot as ApplicationSnapshot).place, step.sent.name).toBe(place);
    }
    log.step(step.macrostep);
  }
  log.end();
}

function shownOf(snapshot: ConcreteWalk['start']['snapshot']) {
  return {
    state: stateText(snapshot.value),
    code: statusCode(snapshot),
    tags: [...snapshot.tags],
    status: snapshot.status,
    context: canonicalJson(snapshot.context),
  };
}
