import type { Asker } from './constants.ts';
import { type Kind, type Party, type Place, type Rule, rules } from './life.ts';

/** An application as the table sees it: nothing of the product's types. */
export interface Facts {
  kind: Kind;
  isForThirdParty: boolean;
  place: Place;
  requester: string;
  assignee: string | null;
  revision: number;
  answerDueAt: number | null;
  linkEndedAt: number | null;
}

export interface Attempt {
  type: string;
  by: { role: string; id: string };
  at: number;
  revision: number;
  /** Whether the law gives the ground of a refusal against who asks. */
  isLawful?: boolean;
  /** Whose second opinion agrees, null while nobody's does; absent where none is needed. */
  second?: { role: string; id: string } | null;
}

/** What the table answers to an attempt: the place after it, and to whom mail goes. */
export interface Verdict {
  place: Place;
  mails: readonly Party[];
}

/** Against whom a ground has to be given. */
export function askerOf({ kind, isForThirdParty }: Facts): Asker {
  if (kind === 'public') return 'publicBody';
  return isForThirdParty ? 'thirdParty' : 'user';
}

/** The table's answer; null where the event has to be refused. */
export function verdict(facts: Facts, attempt: Attempt): Verdict | null {
  const rule = rules.find(
    ({ event, kinds, moves }) =>
      event === attempt.type && kinds.includes(facts.kind) && facts.place in moves,
  );
  const place = rule?.moves[facts.place];
  if (!rule || place === undefined) return null;
  const isAllowed =
    attempt.revision === facts.revision &&
    isSender(facts, attempt, rule) &&
    (!rule.needsLink || facts.linkEndedAt === null) &&
    (!rule.needsGround || attempt.isLawful === true) &&
    (!rule.takesSecond || isSeconded(facts, attempt)) &&
    isTimely(facts, attempt, rule.time);
  return isAllowed ? { place, mails: rule.mails } : null;
}

function isSender(
  { requester, assignee }: Facts,
  { by }: Attempt,
  { who, byAnyReviewer }: Rule,
): boolean {
  if (by.role !== who) return false;
  if (who === 'requester') return by.id === requester;
  const isAtWork = byAnyReviewer || assignee === null || assignee === by.id;
  if (who === 'reviewer') return by.id !== requester && isAtWork;
  return true;
}

function isSeconded({ requester }: Facts, { by, second }: Attempt): boolean {
  if (second === undefined) return true;
  if (second === null || second.role !== 'reviewer') return false;
  return second.id !== by.id && second.id !== requester;
}

function isTimely(
  { answerDueAt }: Facts,
  { at }: Attempt,
  time: 'in time' | 'overdue' | undefined,
) {
  if (time === undefined) return true;
  const isOverdue = answerDueAt !== null && at >= answerDueAt;
  return isOverdue === (time === 'overdue');
}
