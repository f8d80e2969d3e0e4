import type { EventObject, StateValue } from 'xstate';
import type { Edge } from './explore.ts';
import type { Effect } from './recorder.ts';
import { stateText, statusCode } from './state-value.ts';
import type { TimedSnapshot } from './timed-snapshot.ts';

/** The state that the machine is in then, and its status code where it has one. */
export interface Expected {
  state: string;
  code: number | null;
}

/** What the test runner is to do next, before it reports on the turn. */
export type Turn =
  | { turn: number; action: 'start'; name: string; input: unknown; expected: Expected }
  | {
      turn: number;
      action: 'send';
      /** The event with what is special about its payload, in words. */
      name: string;
      event: EventObject;
      kind: Edge['kind'];
      /** Virtual instant, ms since the epoch. */
      at: number;
      /** The event is to change nothing. */
      refused: boolean;
      effects: readonly Effect[];
      expected: Expected;
    }
  | { turn: number; action: 'end'; reason: EndReason };

export type EndReason = 'coverage' | 'steps' | 'duration' | 'all walked' | 'ended by the runner';

/** What the runner saw: either part is enough, none says that all was as expected. */
export interface TurnReport {
  turn: number;
  /** The state of the real thing, as text or as XState's value. */
  state?: StateValue | undefined;
  /** False: the step failed, by the runner's own check. */
  passed?: boolean | undefined;
  message?: string | undefined;
}

/** A report that does not fit the turn the run is at. */
export class TurnError extends Error {}

/** What is to be seen there. */
export function expectedOf({ snapshot }: TimedSnapshot): Expected {
  return { state: stateText(snapshot.value), code: statusCode(snapshot) };
}

/** @returns null when all was as expected, the failure in words otherwise */
export function failureOf(
  { state, passed, message }: TurnReport,
  expected: Expected,
): string | null {
  const seen = state === undefined ? expected.state : stateText(state);
  if (seen !== expected.state) return `expected ${expected.state}, got ${seen}${more(message)}`;
  return passed === false ? (message ?? 'the runner’s own check failed') : null;
}

const more = (message: string | undefined) => (message ? `: ${message}` : '');
