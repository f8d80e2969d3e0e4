import type { ApplicationSummary } from '#contract/application-record.ts';
import { canTake, hasTag } from '#contract/stored-application.ts';

/** Actions that the application's chart offers the requester now. */
export function requesterActions(application: ApplicationSummary) {
  const { state, requester, revision, updatedAt: at } = application;
  // Whether a date has passed is for the server's clock to say, not for the reader's.
  const sent = { by: { role: 'requester', id: requester }, revision, at } as const;
  return {
    canSupply: canTake(application, { type: 'information.supply', ...sent }),
    canRequestData: canTake(application, { type: 'data.request', ...sent }),
    canTerminate: canTake(application, { type: 'application.terminate', ...sent }),
    canDownload: hasTag(state, 'downloadable'),
    isRequestersTurn: hasTag(state, 'requestersTurn'),
    isHoldersTurn: hasTag(state, 'holdersTurn'),
  };
}
