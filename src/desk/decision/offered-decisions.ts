import { type Decision, decisions } from '#contract/decision.ts';
import { canTake, type StoredApplication } from '#contract/stored-application.ts';
import { type RefusalGround, refusalGrounds } from '#machines/refusal-grounds.ts';

/** Decisions open to a reviewer now, after the application's chart. */
export function offeredDecisions(
  application: StoredApplication & { updatedAt: number },
  reviewer: string,
): Decision[] {
  const { revision, updatedAt: at } = application;
  const sent = { by: { role: 'reviewer', id: reviewer }, revision, at } as const;
  const facts = { answerDueAt: 0, ground: lawfulGround(application) };
  return (Object.keys(decisions) as Decision[]).filter((decision) =>
    canTake(application, { type: decisions[decision].event, ...sent, ...facts }),
  );
}

/** Some ground that the law gives for this kind: whether one may refuse hangs on none in particular. */
function lawfulGround({ kind }: StoredApplication): RefusalGround {
  const codes = Object.keys(refusalGrounds) as RefusalGround[];
  return codes.find((code) => refusalGrounds[code].kind === kind) as RefusalGround;
}
