import { applicationStates, hasTag } from '#contract/stored-application.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';

/** A step of a history. */
export interface LoggedStep {
  application: string;
  kind: ApplicationKind;
  /** ms since the epoch */
  at: number;
  /** Null of the filing. */
  from: string | null;
  to: string;
  event: string;
  /** The reviewer who took it; null where a requester or the clock did. */
  reviewer: string | null;
}

/** A way out of a state that was once taken. */
export interface Way {
  event: string;
  to: string;
  /** Stay in the state before, ms. */
  stay: number;
  /**
   * The part of it that a reviewer can have worked at it, ms: since it was there, and since they had
   * taken their step before. Null where no reviewer took the step.
   */
  work: number | null;
}

/** What a simulation draws from. */
export interface MeasuredModel {
  /** Filings in their order: when, which kind, and the state that each led to. */
  filings: { at: number; kind: ApplicationKind; to: string }[];
  /** By kind and state (`wayKey`). */
  ways: Map<string, Way[]>;
  /** Reviewers who took a step. */
  staff: number;
  /** Mean stay before a reviewer's step, ms; 0 where there is none. */
  meanStay: number;
  /** What became of each application that has ended. */
  ended: Ended[];
}

/** An application that came to an end; times in ms. */
export interface Ended {
  time: number;
  /** Waited for reviewers in all. */
  desk: number;
  to: string;
  event: string;
}

const ends = new Set<string>(applicationStates.filter((state) => hasTag(state, 'ended')));
/** Tests that an application in a state has come to its end. */
export const isEnd = (state: string) => ends.has(state);

export const wayKey = (kind: ApplicationKind, state: string) => `${kind} ${state}`;

/**
 * Measures what a simulation needs from histories.
 * @param steps of all applications in the order of time, each application's own in that of its history
 */
export function measuredModel(steps: readonly LoggedStep[]): MeasuredModel {
  const model: MeasuredModel = { filings: [], ways: new Map(), staff: 0, meanStay: 0, ended: [] };
  const open = new Map<string, { filedAt: number; at: number; desk: number }>();
  const lastStepOf = new Map<string, number>();
  const stays: number[] = [];
  for (const { application, kind, at, from, to, event, reviewer } of steps) {
    if (from === null) {
      model.filings.push({ at, kind, to });
      open.set(application, { filedAt: at, at, desk: 0 });
      continue;
    }
    const before = open.get(application);
    // Of what was filed before the log begins, and of what is done after the end.
    if (!before) continue;
    const stay = at - before.at;
    const idle = at - (reviewer === null ? 0 : (lastStepOf.get(reviewer) ?? 0));
    const way = { event, to, stay, work: reviewer === null ? null : Math.min(stay, idle) };
    const key = wayKey(kind, from);
    const known = model.ways.get(key);
    if (known) known.push(way);
    else model.ways.set(key, [way]);
    if (reviewer !== null) {
      lastStepOf.set(reviewer, at);
      stays.push(stay);
    }
    const desk = before.desk + (reviewer === null ? 0 : stay);
    if (isEnd(to)) {
      model.ended.push({ time: at - before.filedAt, desk, to, event });
      open.delete(application);
    } else open.set(application, { filedAt: before.filedAt, at, desk });
  }
  model.staff = lastStepOf.size;
  model.meanStay = mean(stays);
  return model;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
