import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#lib/words/msg.ts';

export const grantStates = {
  requested: msg({ message: 'Requested', context: 'live access' }),
  active: msg({ message: 'Active', context: 'live access' }),
  paused: msg({ message: 'Paused', context: 'live access' }),
  suspended: msg({ message: 'Suspended', context: 'live access' }),
  ended: msg({ message: 'Ended', context: 'live access' }),
} as const satisfies Record<string, MessageDescriptor>;
