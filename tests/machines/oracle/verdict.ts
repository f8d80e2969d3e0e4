import type { Asker } from './constants.ts';
import { type Kind, type Party, type Place, type Rule, rules } from './life.ts';

/** An application in the table's terms, without types of the product. */
export interface Facts {
  kind: Kind;
  isForThirdParty: boolean;
  place: Place;
  requester: string;
  assignee: string | null;
  revision: number;
  answerDueAt: number | null;
  linkEndedAt: number | null;
  /** Place before the data holder or its clock ended the application. */
  endedAt: Place | null;
  /** The last event, if it is a decision: the place and the deadline before it. */
  decided: { place: Place; by: string; at: number; answerDueAt: number | null } | null;
}

export interface Attempt {
  type: string;
  by: { role: string; id: string; isLead?: boolean };
  at: number;
  revision: number;
  /** The law permits the ground of a refusal for this requester. */
  isLawful?: boolean;
  /** Reviewer with a concurring opinion; null if missing, absent if none is needed. */
  second?: { role: string; id: string } | null;
  answerDueAt?: number | null;
  fetchedAt?: number | null;
}

/** The resulting place and the recipients of mail. */
export interface Verdict {
  place: Place;
  mails: readonly Party[];
}

/** Who requests the data, for the choice of grounds. */
export function askerOf({ kind, isForThirdParty }: Facts): Asker {
  if (kind === 'public') return 'publicBody';
  return isForThirdParty ? 'thirdParty' : 'user';
}

/** The table's verdict; null if the event must not be accepted. */
export function verdict(facts: Facts, attempt: Attempt): Verdict | null {
  const rule = rules.find(
    ({ event, kinds, moves }) =>
      event === attempt.type && kinds.includes(facts.kind) && facts.place in moves,
  );
  const place = rule?.returns
    ? facts.endedAt
    : rule?.undoes
      ? facts.decided?.place
      : rule?.moves[facts.place];
  if (!rule || place === undefined || place === null) return null;
  const isAllowed =
    attempt.revision === facts.revision &&
    isSender(facts, attempt, rule) &&
    (!rule.needsLink || facts.linkEndedAt === null) &&
    (!rule.needsGround || attempt.isLawful === true) &&
    (!rule.takesSecond || isSeconded(facts, attempt)) &&
    (!rule.undoes || isUndoable(facts, attempt)) &&
    (!rule.needsUnfetched || attempt.fetchedAt === null) &&
    (!rule.needsLater || (attempt.answerDueAt ?? 0) > (facts.answerDueAt ?? 0)) &&
    isTimely(facts, attempt, rule.time);
  return isAllowed ? { place, mails: rule.mails } : null;
}

function isSender(
  { requester, assignee }: Facts,
  { by }: Attempt,
  { who, byAnyReviewer, byLead }: Rule,
): boolean {
  if (by.role !== who) return false;
  if (who === 'requester') return by.id === requester;
  if (byLead && !by.isLead) return false;
  const isAtWork = byAnyReviewer || byLead || assignee === null || assignee === by.id;
  if (who === 'reviewer') return by.id !== requester && isAtWork;
  return true;
}

function isUndoable({ decided }: Facts, { by, at }: Attempt): boolean {
  return decided !== null && by.id === decided.by && at < decided.at + 10_000;
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
