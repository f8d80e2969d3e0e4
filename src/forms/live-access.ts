import type { MessageDescriptor } from '@lingui/core';
import type { SuspensionGround } from '#contract/live/grants.ts';
import { msg } from '#lib/words/msg.ts';

export const grantStates = {
  requested: msg({ message: 'Requested', context: 'live access' }),
  active: msg({ message: 'Active', context: 'live access' }),
  paused: msg({ message: 'Paused', context: 'live access' }),
  suspended: msg({ message: 'Suspended', context: 'live access' }),
  ended: msg({ message: 'Ended', context: 'live access' }),
} as const satisfies Record<string, MessageDescriptor>;

export const suspensionGroundWords: Record<SuspensionGround, MessageDescriptor> = {
  suspension: msg`Measures that were agreed to preserve the confidentiality of trade secrets are not kept, or that confidentiality is undermined.`,
  safetyRequirements: msg`The contract with the user restricts the access, because it could undermine security requirements of the connected product laid down by Union or national law, with a serious adverse effect on the health, safety or security of natural persons.`,
  tradeSecrets: msg`The data are trade secrets, and serious economic damage from their disclosure is highly likely despite protective measures.`,
  personalDataOfOthers: msg`The data are personal data of somebody else, and no valid legal basis for making them available was shown.`,
};
