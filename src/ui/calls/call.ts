import type { EndpointName } from '#contract/endpoints.ts';
import type { CallData, CallInput } from './call-types.ts';
import { refresh } from './query-cache.ts';
import { type RequestOptions, request } from './request.ts';

const assigned = ['deskApplication', 'deskQueue'] as const;
const own = ['history', 'applicationDetails'] as const;
const accounts = ['staffList', 'staffNominations'] as const;
const factor = ['secondFactorState'] as const;
const sessions = ['sessionList'] as const;

/** Reading calls whose answers a changing call may outdate. */
const outdatedBy: Partial<Record<EndpointName, readonly EndpointName[]>> = {
  deskTake: assigned,
  deskHandOver: assigned,
  deskRelease: assigned,
  deskStartReview: ['deskQueue'],
  deskViewSave: ['deskViews'],
  deskViewForget: ['deskViews'],
  deskNoteAdd: ['deskApplication'],
  deskWatch: assigned,
  deskOpinionAsk: assigned,
  deskOpinionGive: assigned,
  deskMailsChange: ['deskMails'],
  deskErasureRecord: ['deskApplication', 'deskErasureLedger'],
  deskAuthorityNotified: assigned,
  deskSettingsChange: ['deskSettingsRead'],
  staffChange: accounts,
  staffUnlock: accounts,
  staffForgetSecondFactor: accounts,
  staffUnlinkCompany: accounts,
  staffNominationConfirm: accounts,
  staffNominationDecline: accounts,
  passkeyRegister: factor,
  passkeyRemove: factor,
  passkeyGive: factor,
  sessionEnd: sessions,
  sessionEndOthers: sessions,
  extendSession: ['currentUser'],
  confirmContact: ['applicationDetails'],
  personQualificationReview: ['history'],
  publicApplication: ['history'],
  personDataApplication: own,
  qualificationReviewSup: own,
  personDataApplicationSup: own,
  regenerateReport: own,
  terminateOrder: own,
  disputeRecord: ['applicationDetails'],
  deskDisputeRecord: ['deskApplication'],
  deskDisputeEnd: ['deskApplication'],
  quoteAnswer: ['applicationDetails'],
  passingOnNotify: ['applicationDetails'],
  erasureNotify: ['applicationDetails'],
  deskAcknowledgementAsk: ['deskApplication'],
  deskQuoteSend: ['deskApplication'],
  deskQuoteWithdraw: ['deskApplication'],
};

/**
 * Makes one call of the contract and gives its data; what the page shows of what it changed is asked
 * for again, also when it was refused: somebody else may have changed it. Throws as `request` does.
 */
export async function call<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
  options?: RequestOptions,
): Promise<CallData<Name>> {
  try {
    return await request(name, input, options);
  } finally {
    refresh(outdatedBy[name] ?? []);
  }
}
