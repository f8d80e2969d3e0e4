import type { MessageDescriptor } from '@lingui/core';
import type { WorkKind } from '#contract/operation.ts';
import { msg } from '#lib/words/msg.ts';

export const workWords: Readonly<Record<WorkKind, MessageDescriptor>> = {
  mail: msg`E-mails`,
  digest: msg`Hourly e-mails`,
  report: msg`Reports`,
  recipientCopy: msg`Copies for recipients`,
  scan: msg`Malware scans of files`,
  dueDates: msg`Recalculation of due dates after a change of settings`,
  sortNames: msg`Recalculation of the order of names after an upgrade`,
  projection: msg`Figures`,
};
