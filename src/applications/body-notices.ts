import type { MessageDescriptor } from '@lingui/core';
import type { PassingOn } from '#contract/body-notice.ts';
import { msg } from '#lib/words/msg.ts';

/** Organisations that data may be passed on to, in words (Art. 21(1)). */
export const onwardKindWords: Readonly<Record<PassingOn['kind'], MessageDescriptor>> = {
  research: msg`Individual or organisation for scientific research or analytics`,
  statistics: msg`National statistical institute or Eurostat`,
};
