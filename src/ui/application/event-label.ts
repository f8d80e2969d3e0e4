import { useLingui } from '@lingui/react/macro';
import type { HistoryEntry } from '#contract/application-record.ts';

/** Words for what happened and for who did it. */
export function useEventLabel() {
  const { t } = useLingui();
  const events: Record<string, string> = {
    'application.file': t`Application filed`,
    'review.start': t`Review begun`,
    'qualification.pass': t`Qualification passed`,
    'information.request': t`Information requested`,
    'information.supply': t`Information supplied`,
    'data.request': t`Data requested`,
    'data.approve': t`Data request approved`,
    'application.terminate': t`Application terminated`,
    'application.refuse': t`Application refused`,
    'deadline.passed': t`Time to answer passed`,
  };
  const roles: Record<HistoryEntry['role'], string> = {
    requester: t`Requester`,
    reviewer: t`Data holder`,
    clock: t`Automatic`,
  };
  return {
    eventLabel: (event: string) => events[event] ?? event,
    roleLabel: (role: HistoryEntry['role']) => roles[role],
  };
}
