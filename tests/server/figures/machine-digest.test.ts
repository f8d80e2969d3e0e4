import { describe, expect, test } from 'vitest';
import { assign } from 'xstate';
import { mutantsOf } from '#lib/statechart/mutation/mutants.ts';
import { applicationMachine } from '#machines/application.machine.ts';
import { applicationScenario } from '#machines/application.scenario.ts';
import { isLawfulGround } from '#machines/refusal-grounds.ts';
import { digestOf, machineDigest } from '#server/figures/machine-digest.ts';

type Provided = Parameters<typeof applicationMachine.provide>[0];
type Guards = Required<NonNullable<Provided['guards']>>;

const digestWith = (provided: Provided) =>
  digestOf({ ...applicationScenario, machine: applicationMachine.provide(provided) });

test('the digest is that of the machine, each time', () => {
  expect(machineDigest()).toMatch(/^[0-9a-f]{16}$/);
  expect(digestOf(applicationScenario)).toBe(machineDigest());
});

describe('The digest stays the same', () => {
  test('with a comment in a guard', () => {
    const isReviewer: Guards['isReviewer'] = ({ event }) => {
      // Nobody else decides.
      return event.by.role === 'reviewer';
    };
    expect(String(isReviewer)).toContain('Nobody else decides');
    expect(digestWith({ guards: { isReviewer } })).toBe(machineDigest());
  });

  test('with a guard in other words', () => {
    const isOthers: Guards['isOthers'] = ({ context, event }) =>
      !(context.requester === event.by.id);
    expect(digestWith({ guards: { isOthers } })).toBe(machineDigest());
  });
});

describe('The digest is another', () => {
  test.each<[string, Provided]>([
    ['a guard', { guards: { isOthers: () => true } }],
    ['a guard by one millisecond', { guards: { isOverdue: overdueBy(1) } }],
    ['a guard by one millisecond to the other side', { guards: { isOverdue: overdueBy(-1) } }],
    [
      'what an action counts',
      { actions: { advance: assign({ revision: ({ context }) => context.revision + 2 }) } },
    ],
    [
      'what an action clears',
      { actions: { advance: assign({ revision: ({ context }) => context.revision + 1 }) } },
    ],
  ])('with a changed rule in %s', (_, provided) => {
    const before = machineDigest();
    expect(digestWith(provided)).not.toBe(before);
  });

  test('with a changed rule in a function that a guard calls', () => {
    let rule = isLawfulGround;
    const isLawful: Guards['isLawful'] = ({ context, event }) =>
      event.type === 'application.refuse' && rule(event.ground, context);
    expect(digestWith({ guards: { isLawful } })).toBe(machineDigest());
    rule = (ground, use) => ground === 'gatekeeper' || isLawfulGround(ground, use);
    expect(digestWith({ guards: { isLawful } })).not.toBe(machineDigest());
  });

  // Never entered without a named state inside, so that nobody can tell.
  const without = /other initial (underReview|informationRequired) in dataRequest|in terminated/;
  const mutants = mutantsOf('application', applicationMachine)
    .filter(({ id }) => !without.test(id))
    .filter((_, index) => index % 11 === 0);

  test.each(mutants)('for $id', ({ machine }) => {
    expect(digestOf({ ...applicationScenario, machine })).not.toBe(machineDigest());
  });
});

function overdueBy(ms: number): Guards['isOverdue'] {
  return ({ context, event }) =>
    event.type === 'deadline.passed' &&
    context.answerDueAt !== null &&
    event.at >= context.answerDueAt + ms;
}
