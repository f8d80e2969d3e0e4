import type { EndpointName } from '#contract/endpoints.ts';
import type { CallData, CallInput } from './call-types.ts';
import { refresh } from './query-cache.ts';
import { type RequestOptions, request } from './request.ts';
import { loginToken } from './session.ts';

const assigned = ['deskApplication', 'deskQueue'] as const;
const own = ['history', 'applicationDetails'] as const;
const accounts = ['staffList', 'staffNominations'] as const;
const factor = ['secondFactorState'] as const;
const sessions = ['sessionList'] as const;
const drafts = ['draftRead'] as const;

/** Reading calls whose answers a changing call may outdate. */
const outdatedBy: Partial<Record<EndpointName, readonly EndpointName[]>> = {
  deskTake: assigned,
  deskHandOver: assigned,
  deskRelease: assigned,
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
  draftSave: drafts,
  draftForget: drafts,
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

/** Calls in progress by name, input and session. */
const inProgress = new Map<string, Promise<unknown>>();

/**
 * Makes one call of the contract and returns its data. Settles once what the page shows of what the
 * call changed is loaded again, also when the call was refused: somebody else may have changed it.
 * The same call made again until then, as by a double click, is not sent twice. Throws as `request`
 * does.
 */
export function call<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
  options: RequestOptions = {},
): Promise<CallData<Name>> {
  // A call that can be aborted belongs to one caller.
  if (options.signal) return callAndRefresh(name, input, options);
  const key = [name, loginToken(), JSON.stringify(input)].join(' ');
  const current = inProgress.get(key) as Promise<CallData<Name>> | undefined;
  if (current) return current;
  const made = callAndRefresh(name, input, options).finally(() => inProgress.delete(key));
  inProgress.set(key, made);
  return made;
}

async function callAndRefresh<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
  options: RequestOptions,
): Promise<CallData<Name>> {
  try {
    return await request(name, input, options);
  } finally {
    await refresh(outdatedBy[name] ?? []);
  }
}
