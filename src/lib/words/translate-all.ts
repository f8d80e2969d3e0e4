import type { MessageDescriptor } from '@lingui/core';
import type { Say } from './msg.ts';

/** Translates every message of a table, by its keys. */
export function translateAll<Key extends string>(
  say: Say,
  messages: Readonly<Record<Key, MessageDescriptor>>,
): Record<Key, string> {
  const entries = Object.entries<MessageDescriptor>(messages);
  return Object.fromEntries(entries.map(([key, message]) => [key, say(message)])) as Record<
    Key,
    string
  >;
}
