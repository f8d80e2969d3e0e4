import { msg } from '#lib/words/msg.ts';
import type { Field } from './field.ts';

const tick = {
  control: { kind: 'tick' },
  prompt: msg`Please accept the user agreement`,
} as const satisfies Partial<Field>;

/**
 * Text of the user agreement by who uses the data. It is accepted once, at the filing, and requires
 * only what Regulation (EU) 2023/2854 requires: of a user Art. 4(10), of a third party Art. 6, of a
 * public-sector body Art. 19. Terms that limit the user's rights are not binding (Art. 7(2)).
 */
export const userAgreement = {
  personal: {
    ...tick,
    label: msg`I accept the user agreement: my statements are true. I will not use the data to develop a connected product that competes with my vehicle, share them with anyone for that, or use them to learn about the economic situation, assets or production methods of the manufacturer or data holder.`,
  },
  thirdParty: {
    ...tick,
    label: msg`I accept the user agreement: my statements are true. The third party will use the data only for the purpose and under the conditions agreed with the user, will erase them when they are no longer needed for it, and will not use them to develop a connected product that competes with the vehicle or share them with anyone for that.`,
  },
  publicSector: {
    ...tick,
    label: msg`I accept the user agreement: our statements are true. We will use the data only for the purpose of this request, protect them, and erase them when they are no longer needed for it. We will not use them to develop a connected product or related service that competes with the data holder’s, and will not share them with anyone for that.`,
  },
} as const satisfies Record<string, Field>;
