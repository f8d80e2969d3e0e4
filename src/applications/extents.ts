import type { MessageDescriptor } from '@lingui/core';
import type { ValueInterval } from '#contract/delivery-extent.ts';
import { msg } from '#lib/words/msg.ts';

/** How densely values are delivered, by the shortest time between two of a signal. */
export const intervalWords: Record<ValueInterval, MessageDescriptor> = {
  asRecorded: msg`Every value that was recorded`,
  second: msg`At most one value of a signal per second`,
  tenSeconds: msg`At most one value of a signal every 10 seconds`,
  minute: msg`At most one value of a signal per minute`,
  tenMinutes: msg`At most one value of a signal every 10 minutes`,
  hour: msg`At most one value of a signal per hour`,
};

/** The words of a stored interval; those of the longest for one that a later release added. */
export function intervalWordsOf(code: string): MessageDescriptor {
  const words: Partial<Record<string, MessageDescriptor>> = intervalWords;
  return words[code] ?? intervalWords.hour;
}
