import type { MessageDescriptor } from '@lingui/core';
import type { Translate } from './msg.ts';

// Not in `msg.ts`, because builds of pages replace all imports of that module by Lingui's macros.
export function translateAll<Key extends string>(
  translate: Translate,
  messages: Readonly<Record<Key, MessageDescriptor>>,
): Record<Key, string> {
  const entries = Object.entries<MessageDescriptor>(messages);
  return Object.fromEntries(entries.map(([key, message]) => [key, translate(message)])) as Record<
    Key,
    string
  >;
}
