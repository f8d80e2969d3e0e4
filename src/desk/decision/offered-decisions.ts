import { type Decision, decisions } from '#contract/decision.ts';
import { type FourEyes, secondOf } from '#contract/four-eyes.ts';
import { canTake, type StoredApplication } from '#contract/stored-application.ts';
import { lawfulGrounds, type RefusalGround } from '#machines/refusal-grounds.ts';

/** Decisions open to a reviewer now, after the application's chart. */
export function offeredDecisions(
  application: StoredApplication & { updatedAt: number; fourEyes?: FourEyes },
  reviewer: string,
): Decision[] {
  const { revision, updatedAt: at } = application;
  const sent = { by: { role: 'reviewer', id: reviewer }, revision, at } as const;
  // Whether one may refuse hangs on no lawful ground in particular.
  const ground = lawfulGrounds(application)[0] as RefusalGround;
  const { fourEyes } = application;
  const facts = { answerDueAt: 0, ground, ...(fourEyes && { second: secondOf(fourEyes) }) };
  return (Object.keys(decisions) as Decision[]).filter((decision) =>
    canTake(application, { type: decisions[decision].event, ...sent, ...facts }),
  );
}

/** An approval waits for nothing but a second opinion, or has one that it needs. */
export function asksSecondOpinion(
  { fourEyes, ...application }: Parameters<typeof offeredDecisions>[0],
  reviewer: string,
): boolean {
  return fourEyes != null && offeredDecisions(application, reviewer).includes('approve');
}
