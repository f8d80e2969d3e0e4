import type { ApplicationSummary, ReportStatus } from '#contract/application-record.ts';
import { canTake } from '#contract/stored-application.ts';
import { hasState } from '#lib/durable-machine/stored.ts';
import { reportMachine } from '#machines/report.machine.ts';

export function requesterActions(application: ApplicationSummary) {
  const { requester, revision, updatedAt: at } = application;
  // The time is irrelevant: the server decides by its own clock whether a date has passed.
  const sent = { by: { role: 'requester', id: requester }, revision, at } as const;
  return {
    canSupply: canTake(application, { type: 'information.supply', ...sent }),
    canRequestData: canTake(application, { type: 'data.request', ...sent }),
    canTerminate: canTake(application, { type: 'application.terminate', ...sent }),
  };
}

export function reportActions(
  report: Pick<ReportStatus, 'state' | 'regenerations' | 'maxRegenerations'>,
  { requester, linkEndedAt }: Pick<ApplicationSummary, 'requester' | 'linkEndedAt'>,
) {
  const { state, regenerations, maxRegenerations: limit } = report;
  if (!hasState(reportMachine, state))
    return { isWorking: false, canDownload: false, canRegenerate: false };
  // The actions do not depend on the attempts or on the end of the retention.
  const context = { requester, attempts: 0, regenerations, keptUntil: null };
  const snapshot = reportMachine.resolveState({ value: state, context });
  const again = { type: 'report.regenerate', by: requester, linkEndedAt, limit } as const;
  return {
    isWorking: snapshot.hasTag('working'),
    canDownload: snapshot.hasTag('downloadable'),
    canRegenerate: snapshot.can(again),
  };
}
