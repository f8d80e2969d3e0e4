import type { MessageDescriptor } from '@lingui/core';
import type { purposes } from '#contract/options.ts';
import { msg } from '#lib/words/msg.ts';

type Purpose = (typeof purposes)[number];

/** Purposes of use that a customer chooses from. */
export const purposeWords: Record<Purpose, MessageDescriptor> = {
  ownInformation: msg`Information for myself`,
  repairAndMaintenance: msg`Repair and maintenance`,
  insurance: msg`Insurance`,
  resaleValuation: msg`Valuation for resale`,
  fleetManagement: msg`Fleet management`,
  research: msg`Research`,
  other: msg`Other purpose`,
};

/** Tests that a stored purpose is one of today's. */
export const isPurpose = (code: string): code is Purpose => Object.hasOwn(purposeWords, code);
