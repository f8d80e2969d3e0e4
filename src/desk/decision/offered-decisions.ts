import { canTake, type StoredApplication } from '#contract/stored-application.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { type RefusalGround, refusalGrounds } from '#machines/refusal-grounds.ts';

export type Decision = 'start' | 'pass' | 'request' | 'approve' | 'refuse';

/** Decisions open to a reviewer now, after the application's chart. */
export function offeredDecisions(
  application: StoredApplication & { updatedAt: number },
  reviewer: string,
): Decision[] {
  const { revision, updatedAt: at } = application;
  const sent = { by: { role: 'reviewer', id: reviewer }, revision, at } as const;
  const events: Record<Decision, ApplicationEvent> = {
    start: { type: 'review.start', ...sent },
    pass: { type: 'qualification.pass', ...sent, answerDueAt: 0 },
    approve: { type: 'data.approve', ...sent },
    request: { type: 'information.request', ...sent, answerDueAt: 0 },
    refuse: { type: 'application.refuse', ...sent, ground: lawfulGround(application) },
  };
  return (Object.keys(events) as Decision[]).filter((decision) =>
    canTake(application, events[decision]),
  );
}

/** Some ground that the law gives for this kind: whether one may refuse hangs on none in particular. */
function lawfulGround({ kind }: StoredApplication): RefusalGround {
  const codes = Object.keys(refusalGrounds) as RefusalGround[];
  return codes.find((code) => refusalGrounds[code].kind === kind) as RefusalGround;
}
