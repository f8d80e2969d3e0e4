import { type Decision, decisions } from '#contract/decision.ts';
import { type FourEyes, secondOf } from '#contract/four-eyes.ts';
import { canTake, type StoredApplication } from '#contract/stored-application.ts';
import { lawfulGrounds, type RefusalGround } from '#machines/refusal-grounds.ts';

export function offeredDecisions(
  application: StoredApplication & { updatedAt: number; fourEyes?: FourEyes },
  reviewer: string,
): Decision[] {
  const { revision, updatedAt: at } = application;
  const sent = { by: { role: 'reviewer', id: reviewer }, revision, at } as const;
  // Any lawful ground will do: whether a refusal is allowed does not depend on it.
  const ground = lawfulGrounds(application)[0] as RefusalGround;
  const { fourEyes } = application;
  const facts = { answerDueAt: 0, ground, ...(fourEyes && { second: secondOf(fourEyes) }) };
  return (Object.keys(decisions) as Decision[]).filter((decision) =>
    canTake(application, { type: decisions[decision].event, ...sent, ...facts }),
  );
}

/**
 * Returns true if an approval is possible and requires a second opinion, whether given or missing.
 */
export function asksSecondOpinion(
  { fourEyes, ...application }: Parameters<typeof offeredDecisions>[0],
  reviewer: string,
): boolean {
  return fourEyes != null && offeredDecisions(application, reviewer).includes('approve');
}
