import type { ApplicationEvent } from '#machines/application.events.ts';
import type { calls } from './calls.ts';

/** Decisions of a reviewer in the order of the desk: event, endpoint, and fields of the form. */
export const decisions = {
  start: { event: 'review.start', call: 'deskStartReview', fields: [] },
  pass: { event: 'qualification.pass', call: 'deskPassQualification', fields: ['text'] },
  approve: { event: 'data.approve', call: 'deskApprove', fields: ['extent', 'text'] },
  request: {
    event: 'information.request',
    call: 'deskRequestInformation',
    fields: ['items', 'text', 'dueOn'],
  },
  resume: { event: 'sharing.resume', call: 'deskResume', fields: ['text'] },
  withhold: { event: 'sharing.withhold', call: 'deskWithhold', fields: ['text'] },
  suspend: { event: 'sharing.suspend', call: 'deskSuspend', fields: ['text'] },
  extend: { event: 'deadline.extend', call: 'deskExtendDeadline', fields: ['dueOn', 'text'] },
  withdrawQuestion: {
    event: 'information.withdraw',
    call: 'deskWithdrawQuestion',
    fields: ['text'],
  },
  refuse: {
    event: 'application.refuse',
    call: 'deskRefuse',
    fields: ['ground', 'earlier', 'text'],
  },
  withdrawApproval: {
    event: 'approval.withdraw',
    call: 'deskWithdrawApproval',
    fields: ['text'],
  },
  endSharing: { event: 'sharing.end', call: 'deskEndSharing', fields: ['text'] },
  reopen: { event: 'application.reopen', call: 'deskReopen', fields: ['text'] },
} as const satisfies Record<
  string,
  {
    event: ApplicationEvent['type'];
    call: keyof typeof calls;
    fields: readonly ('text' | 'dueOn' | 'ground' | 'earlier' | 'items' | 'extent')[];
  }
>;
export type Decision = keyof typeof decisions;
