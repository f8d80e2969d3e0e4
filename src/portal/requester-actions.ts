import type { ApplicationSummary } from '#contract/application-record.ts';
import { applicationSnapshot } from '#contract/stored-application.ts';

/** Actions that the application's chart offers the requester now. */
export function requesterActions(application: ApplicationSummary) {
  const snapshot = applicationSnapshot(application);
  const { requester, revision, updatedAt: at } = application;
  // Whether a date has passed is for the server's clock to say, not for the reader's.
  const sent = { by: { role: 'requester', id: requester }, revision, at } as const;
  return {
    canSupply: snapshot.can({ type: 'information.supply', ...sent }),
    canRequestData: snapshot.can({ type: 'data.request', ...sent }),
    canTerminate: snapshot.can({ type: 'application.terminate', ...sent }),
    canDownload: snapshot.hasTag('downloadable'),
    isRequestersTurn: snapshot.hasTag('requestersTurn'),
    isHoldersTurn: snapshot.hasTag('holdersTurn'),
  };
}
