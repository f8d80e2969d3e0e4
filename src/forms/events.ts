import type { MessageDescriptor } from '@lingui/core';
import type { HistoryEntry } from '#contract/application-record.ts';
import { msg } from '#lib/words/msg.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';

export const events: Readonly<
  Record<ApplicationEvent['type'] | 'application.file', MessageDescriptor>
> = {
  'application.file': msg`Application filed`,
  'review.start': msg`Review started`,
  'qualification.pass': msg`Eligibility confirmed`,
  'information.request': msg`Information requested`,
  'information.supply': msg`Information supplied`,
  'data.request': msg`Data requested`,
  'data.approve': msg`Data request approved`,
  'sharing.withhold': msg`Sharing of data withheld`,
  'sharing.suspend': msg`Sharing of data suspended`,
  'sharing.resume': msg`Sharing of data resumed`,
  'application.terminate': msg`Application ended`,
  'application.refuse': msg`Application refused`,
  'deadline.passed': msg`Time to answer passed`,
  'deadline.extend': msg`Time to answer extended`,
  'information.withdraw': msg`Question withdrawn`,
  'application.reopen': msg`Application reopened`,
  'approval.withdraw': msg`Approval withdrawn`,
  'sharing.end': msg`Sharing of data ended`,
  'decision.undo': msg`Decision undone`,
  'application.take': msg`Application taken`,
  'application.handOver': msg`Application handed over`,
  'application.release': msg`Application released`,
  'link.ended': msg`Vehicle no longer linked`,
  'link.renewed': msg`Vehicle linked again`,
};

export function eventWords(event: string): MessageDescriptor | undefined {
  return Object.hasOwn(events, event) ? events[event as keyof typeof events] : undefined;
}

export const roleWords: Readonly<Record<HistoryEntry['role'], MessageDescriptor>> = {
  requester: msg`Requester`,
  reviewer: msg`Data holder`,
  clock: msg`Automatic`,
};
