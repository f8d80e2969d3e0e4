import { useLingui } from '@lingui/react/macro';
import { canTake, type StoredApplication } from '#contract/stored-application.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { call } from '#ui/calls/call.ts';
import { reportDone } from '#ui/messages/messages.ts';
import type { Case } from './case.ts';
import { useStaff } from './staff-context.ts';

type Assignment = 'take' | 'handOver' | 'release';

export function offeredAssignments(
  record: Omit<StoredApplication, 'assignee'> & {
    updatedAt: number;
    assignee: { id: string } | null;
    previousAssignee: { id: string } | null;
  },
  reviewer: { id: string; isLead: boolean },
): Assignment[] {
  const { revision, updatedAt: at } = record;
  const assignee = record.assignee?.id ?? null;
  const handedOverBy = record.previousAssignee?.id ?? null;
  const sent = { by: { role: 'reviewer', ...reviewer }, revision, at } as const;
  const events: Record<Assignment, ApplicationEvent> = {
    take: { type: 'application.take', ...sent },
    // Any colleague will do for the check, because the reviewer chooses one later.
    handOver: { type: 'application.handOver', ...sent, to: { role: 'reviewer', id: '' } },
    release: { type: 'application.release', ...sent },
  };
  const changing: Record<Assignment, boolean> = {
    take: assignee !== reviewer.id,
    handOver: true,
    release: assignee !== null,
  };
  return (Object.keys(events) as Assignment[]).filter(
    (type) => changing[type] && canTake({ ...record, assignee, handedOverBy }, events[type]),
  );
}

export function useAssignToMe(): (applicationNumber: string) => Promise<void> {
  const { t } = useLingui();
  const { hasRole } = useStaff();
  return async (applicationNumber) => {
    if (!hasRole('reviewer')) return;
    await reportDone(
      call('deskTake', { applicationNumber }),
      t`You have taken ${applicationNumber}.`,
    );
  };
}

export function useWatch(): (record: Case) => Promise<void> {
  const { t } = useLingui();
  const { user, hasRole } = useStaff();
  return async ({ number: applicationNumber, requester, isWatched }) => {
    if (!hasRole('reviewer') || requester === user.id) return;
    const text = isWatched
      ? t`You no longer watch ${applicationNumber}.`
      : t`You watch ${applicationNumber}: you get an e-mail when somebody else changes it.`;
    await reportDone(call('deskWatch', { applicationNumber, isWatched: !isWatched }), text);
  };
}
