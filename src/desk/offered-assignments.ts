import { canTake, type StoredApplication } from '#contract/stored-application.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';

type Assignment = 'take' | 'handOver' | 'release';

/**
 * Changes of who works on an application that are open to a reviewer now, after the application's
 * chart; those that would change nothing are left out.
 */
export function offeredAssignments(
  record: Omit<StoredApplication, 'assignee'> & {
    updatedAt: number;
    assignee: { id: string } | null;
  },
  reviewer: { id: string; isLead: boolean },
): Assignment[] {
  const { revision, updatedAt: at } = record;
  const assignee = record.assignee?.id ?? null;
  const sent = { by: { role: 'reviewer', ...reviewer }, revision, at } as const;
  // Some colleague: whom it can be given to is asked when one is chosen.
  const to = { role: 'reviewer', id: '' } as const;
  const events: Record<Assignment, ApplicationEvent> = {
    take: { type: 'application.take', ...sent },
    handOver: { type: 'application.handOver', ...sent, to },
    release: { type: 'application.release', ...sent },
  };
  const changing: Record<Assignment, boolean> = {
    take: assignee === null,
    handOver: true,
    release: assignee !== null,
  };
  return (Object.keys(events) as Assignment[]).filter(
    (one) => changing[one] && canTake({ ...record, assignee }, events[one]),
  );
}
