import type { CallData } from '#ui/calls/call-types.ts';

/** Application as staff read it. */
export type Case = CallData<'deskApplication'>;

export type Note = Case['notes'][number];

export interface CaseProps {
  record: Case;
}
