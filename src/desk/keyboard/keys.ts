import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#lib/words/msg.ts';

type Keys = Readonly<Record<string, MessageDescriptor>>;

/** Keys of the queue, in the order in which they are told. */
export const queueKeys = {
  j: msg`Next application`,
  k: msg`Previous application`,
  o: msg`Open the application`,
  x: msg`Select the application`,
  a: msg`Take the application`,
  '/': msg`Search`,
} as const satisfies Keys;

/** Keys of the page of an application, in the order in which they are told. */
export const caseKeys = {
  '1': msg`Choose the first decision`,
  '2': msg`Choose the second decision`,
  '3': msg`Choose the third decision`,
  d: msg`Decide`,
  j: msg`Next application`,
  k: msg`Previous application`,
  a: msg`Take the application`,
  w: msg`Watch the application, or no longer`,
  n: msg`Write a note`,
  u: msg`Back to the queue`,
} as const satisfies Keys;
