import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { waitedFor } from '#contract/figures.ts';
import { applicationStates, hasTag } from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';
import { type StepCount, sum } from './counts.ts';
import type { StateCount } from './open-applications.ts';
import { BEFORE_FILING, stateNumberOf } from './state-numbers.ts';

type Waiting = DataOf<typeof endpoints.chartFigures>['waiting'];
type Party = Waiting[number]['waitsFor'] | 'ended';

/** Sums the waits by the party that had to act. The shares add up to 1 unless there are no waits. */
export function waitingOf(steps: readonly StepCount[], present: readonly StateCount[]): Waiting {
  const stays = steps.filter(
    ({ from }) => from !== BEFORE_FILING && partyOfNumber(from) !== 'ended',
  );
  const allTime = sum(stays, ({ waited }) => waited);
  return waitedFor.map((party) => {
    const own = stays.filter(({ from }) => partyOfNumber(from) === party);
    const time = sum(own, ({ waited }) => waited);
    return {
      waitsFor: party,
      waits: sum(own, ({ count }) => count),
      time,
      share: allTime ? time / allTime : 0,
      lapsed: sum(own, ({ event, count }) => (event === 'deadline.passed' ? count : 0)),
      now: sum(present, ({ state, count }) => (partyOf(state) === party ? count : 0)),
    };
  });
}

/**
 * Returns the party that must act on an application in `state`. Unknown states, for example from
 * another release, count as the data holder's.
 */
function partyOf(state: string): Party {
  if (hasTag(state, 'withheld')) return 'suspended';
  const turn = turnOf(state);
  return turn === 'nobody' ? 'ended' : turn;
}

const parties = new Map(applicationStates.map((state) => [stateNumberOf(state), partyOf(state)]));
export const partyOfNumber = (number: number): Party => parties.get(number) ?? 'holder';
