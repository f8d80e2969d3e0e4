import { statesWithTurn } from '#contract/turns.ts';
import { randomSource } from '#lib/statechart/paths/random-source.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { type Ended, isEnd, type MeasuredModel, mean, type Way, wayKey } from './measured-model.ts';

/** What a simulation is run with. */
export interface Assumptions {
  /** Reviewers, at least one. */
  staff: number;
  /** Time that a requester has to answer, ms; null: as they had. */
  limit: number | null;
  /** Share of the time that could be worked at a step which is taken for work (`calibrated`). */
  effort: number;
  seed: number;
}

interface Case {
  kind: ApplicationKind;
  filedAt: number;
  state: string;
  /** When it came into the state. */
  since: number;
  desk: number;
}

const requesters = new Set<string>(statesWithTurn('requester'));

/** Steps that one application takes at most. */
const MAX_STEPS = 100;
/** Event and state of who let the time to answer pass, as the application's chart has them. */
const LAPSE = { event: 'deadline.passed', to: 'terminated.byHolder' };

/**
 * Simulates the applications of a model from filing to end, and answers those that ended. In each
 * state one of the ways that were taken out of it is drawn. A reviewer's step waits until one of the
 * staff is free, first come, first served, and then takes its work; any other takes as long as it
 * did. Who needed longer than the time to answer, or had let it pass, lets it pass.
 */
export function simulate(
  model: MeasuredModel,
  { staff, limit, effort, seed }: Assumptions,
): { ended: Ended[]; meanStay: number } {
  const random = randomSource(seed);
  const agenda = new Agenda();
  const ended: Ended[] = [];
  const stays: number[] = [];
  const waiting: { one: Case; way: Way; steps: number }[] = [];
  let free = staff;

  function enter(one: Case, at: number, steps: number): void {
    const ways = model.ways.get(wayKey(one.kind, one.state)) ?? [];
    const way = ways[Math.floor(random() * ways.length)];
    // Nothing was seen to leave it: it stays there.
    if (!way || steps === MAX_STEPS) return;
    if (way.work !== null) {
      waiting.push({ one, way, steps });
      serve(at);
      return;
    }
    const { stay, event, to } = limited(way, one.state, limit);
    agenda.add(at + stay, () => leave(one, { event, to }, at + stay, steps, false));
  }

  function serve(at: number): void {
    while (free > 0) {
      const next = waiting.shift();
      if (!next) return;
      free--;
      const { one, way, steps } = next;
      const done = at + (way.work ?? 0) * effort;
      agenda.add(done, () => {
        free++;
        leave(one, way, done, steps, true);
        serve(done);
      });
    }
  }

  function leave(
    one: Case,
    { event, to }: Pick<Way, 'event' | 'to'>,
    at: number,
    steps: number,
    byReviewer: boolean,
  ): void {
    const stay = at - one.since;
    if (byReviewer) stays.push(stay);
    const desk = one.desk + (byReviewer ? stay : 0);
    if (isEnd(to)) ended.push({ time: at - one.filedAt, desk, to, event });
    else enter({ ...one, state: to, since: at, desk }, at, steps + 1);
  }

  for (const { at, kind, to } of model.filings)
    agenda.add(at, () => enter({ kind, filedAt: at, state: to, since: at, desk: 0 }, at, 0));
  agenda.run();
  return { ended, meanStay: mean(stays) };
}

function limited(way: Way, state: string, limit: number | null) {
  if (limit === null || !requesters.has(state)) return way;
  const isLate = way.event === LAPSE.event || way.stay > limit;
  return isLate ? { ...LAPSE, stay: limit } : way;
}

/** Rounds in which the effort is narrowed down. */
const ROUNDS = 12;
/** Bounds of the effort. */
const LEAST_EFFORT = 0.01;
const MOST_EFFORT = 8;

/**
 * The share of the time which could be worked at a step that is to be taken for work, so that the
 * mean stay before a reviewer's step is the one that was measured. The log tells when steps were
 * taken, and not how long anybody worked.
 */
export async function calibrated(
  model: MeasuredModel,
  seed: number,
  pause: () => Promise<void>,
): Promise<number> {
  let [low, high] = [Math.log(LEAST_EFFORT), Math.log(MOST_EFFORT)];
  for (let round = 0; round < ROUNDS; round++) {
    const middle = (low + high) / 2;
    const assumed = { staff: model.staff, limit: null, effort: Math.exp(middle), seed };
    if (simulate(model, assumed).meanStay > model.meanStay) high = middle;
    else low = middle;
    await pause();
  }
  return Math.exp((low + high) / 2);
}

/** What is to be done, in the order of time; of one time, in the order in which it was added. */
class Agenda {
  readonly #entries: { at: number; act: () => void }[] = [];

  add(at: number, act: () => void): void {
    let [low, high] = [0, this.#entries.length];
    // The last entry is the next to be done.
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.at ?? 0) > at) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, { at, act });
  }

  run(): void {
    for (let next = this.#entries.pop(); next; next = this.#entries.pop()) next.act();
  }
}
