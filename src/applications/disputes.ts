import type { MessageDescriptor } from '@lingui/core';
import type { DisputeBody } from '#contract/dispute.ts';
import { msg } from '#lib/words/msg.ts';
import type { DisputeOutcome } from '#machines/dispute-outcomes.ts';

/** Bodies that a complaint or dispute can be before, in words. */
export const disputeBodyWords: Readonly<Record<DisputeBody, MessageDescriptor>> = {
  competentAuthority: msg`Competent authority`,
  settlementBody: msg`Dispute settlement body`,
  court: msg`Court`,
};

/** Outcomes of a complaint or dispute, in words. */
export const disputeOutcomeWords: Readonly<Record<DisputeOutcome, MessageDescriptor>> = {
  forRequester: msg`Decided for the requester`,
  forHolder: msg`Decided for the data holder`,
  settled: msg`Settled between the parties`,
  withdrawn: msg`Withdrawn`,
};
