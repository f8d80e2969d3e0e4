import type { MessageDescriptor } from '@lingui/core';
import { msg, type Say } from '#lib/words/msg.ts';
import { translateAll } from '#lib/words/translate-all.ts';

/** Parts of events by their paths; the place in a list is written `*`. */
const payload: Readonly<Record<string, MessageDescriptor>> = {
  at: msg({ message: 'When', context: 'part of an event' }),
  by: msg({ message: 'Sender', context: 'part of an event' }),
  'by.id': msg({ message: 'Sender', context: 'part of an event' }),
  'by.role': msg`Role of the sender`,
  'by.isLead': msg`The sender is a lead`,
  role: msg`Role of the sender`,
  revision: msg({ message: 'Version', context: 'part of an event' }),
  answerDueAt: msg({ message: 'Answer due', context: 'part of an event' }),
  ground: msg({ message: 'Ground', context: 'part of an event' }),
  endedAt: msg({ message: 'End of the link', context: 'part of an event' }),
  linkEndedAt: msg({ message: 'End of the link', context: 'part of an event' }),
  'to.id': msg({ message: 'Taken over by', context: 'part of an event' }),
  'to.role': msg`Role of who takes over`,
  second: msg({ message: 'Agreed by', context: 'part of an event' }),
  'second.id': msg({ message: 'Agreed by', context: 'part of an event' }),
  'second.role': msg`Role of who agreed`,
  digest: msg`Digest of the code`,
  liftDigest: msg`Digest of the unlocking link`,
  visit: msg({ message: 'Browser', context: 'part of an event' }),
  proof: msg({ message: 'Proof', context: 'part of an event' }),
  'proof.step': msg`Time step of the code`,
  keptUntil: msg({ message: 'Kept until', context: 'part of an event' }),
  limit: msg({ message: 'At most', context: 'part of an event' }),
  outcome: msg({ message: 'Outcome', context: 'part of an event' }),
  email: msg({ message: 'E-mail address', context: 'part of an event' }),
  privacyAccepted: msg`Privacy policy accepted`,
  code: msg({ message: 'Code', context: 'part of an event' }),
  output: msg({ message: 'Result', context: 'part of an event' }),
  actorId: msg({ message: 'Answer of', context: 'part of an event' }),
  'error.kind': msg`Kind of error`,
  'error.lockedUntil': msg({ message: 'Locked until', context: 'part of an event' }),
  'error.triesLeft': msg({ message: 'Tries left', context: 'part of an event' }),
  functional: msg`Functional cookies allowed`,
  share: msg({ message: 'Share sent', context: 'part of an event' }),
  fileId: msg({ message: 'File', context: 'part of an event' }),
  id: msg({ message: 'File', context: 'part of an event' }),
  'files.*.name': msg`Name of the file`,
  'files.*.size': msg`Size of the file`,
  message: msg({ message: 'Message', context: 'part of an event' }),
  stage: msg({ message: 'Stage', context: 'part of an event' }),
};

/** Parts of events in words, by their paths. */
export const payloadWords = (say: Say) => translateAll(say, payload);

/** The key of a part's words: `files.0.name` is `files.*.name`. */
export const payloadKey = (path: string) => path.replace(/\.\d+(?=\.|$)/g, '.*');
