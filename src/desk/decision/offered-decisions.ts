import type { ApplicationRecord } from '#contract/application-record.ts';
import { type Decision, decisions } from '#contract/decision.ts';
import { type FourEyes, secondOf } from '#contract/four-eyes.ts';
import { canTake, type StoredApplication } from '#contract/stored-application.ts';
import { lawfulGrounds, type RefusalGround } from '#machines/refusal-grounds.ts';

type Subject = StoredApplication & { updatedAt: number; fourEyes?: FourEyes } & Partial<
    Pick<ApplicationRecord, 'history' | 'reportFetchedAt' | 'recipient'>
  >;

export function offeredDecisions(
  subject: Subject,
  reviewer: { id: string; isLead?: boolean },
): Decision[] {
  const { reportFetchedAt, recipient, history } = subject;
  const application = { ...subject, endedIn: history?.at(-1)?.from ?? null };
  const { revision, updatedAt: at } = application;
  const sent = { by: { role: 'reviewer', ...reviewer }, revision, at } as const;
  // Any lawful ground will do for the check, because the reviewer chooses one later.
  const ground = lawfulGrounds(application)[0] as RefusalGround;
  const { fourEyes } = application;
  const facts = {
    answerDueAt: Number.POSITIVE_INFINITY,
    ground,
    fetchedAt: reportFetchedAt ?? recipient?.fetchedAt ?? null,
    ...(fourEyes && { second: secondOf(fourEyes) }),
  };
  return (Object.keys(decisions) as Decision[]).filter((decision) =>
    canTake(application, { type: decisions[decision].event, ...sent, ...facts } as never),
  );
}

/** Returns true if an approval is possible and requires a second opinion, given or missing. */
export function asksSecondOpinion(
  { fourEyes, ...application }: Parameters<typeof offeredDecisions>[0],
  reviewer: { id: string; isLead?: boolean },
): boolean {
  return fourEyes != null && offeredDecisions(application, reviewer).includes('approve');
}
