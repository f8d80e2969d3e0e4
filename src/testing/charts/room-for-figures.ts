import type { MachineName } from '#charts/words/chart-words.ts';
import { stateNotes, transitionNotes } from '#charts/words/figure-notes.ts';
import type { Language } from '#contract/languages.ts';
import { applicationStates } from '#contract/stored-application.ts';
import type { Notes } from '#lib/statechart/drawing/lay-out.ts';
import { wordsOf } from '#server/platform/words/words.ts';

/** The machine over which figures are drawn: another layout of it keeps room for them. */
export const FIGURED = 'application' satisfies MachineName;

const MANY = 888_888;
const LONG = 888.8 * 86_400_000;
const states: readonly string[] = applicationStates;

/** Notes as wide as figures get: of each state that an application can be in, and each arrow. */
export function roomForFigures(language: Language): Notes {
  const wording = { say: wordsOf(language), language };
  const stays = { median: LONG, p90: LONG };
  const ofState = stateNotes(wording, { now: MANY, overdue: MANY, entered: MANY, ...stays });
  const ofTransition = transitionNotes(wording, {
    count: MANY,
    share: 0.888,
    repeats: MANY,
    median: LONG,
  });
  return {
    ofState: (id) => (states.includes(id) ? ofState : []),
    ofTransition: () => ofTransition,
  };
}
