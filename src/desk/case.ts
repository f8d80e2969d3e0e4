import type { CallData } from '#ui/calls/call-types.ts';

/** Application as staff read it. */
export type Case = CallData<'deskApplication'>;

export type Note = Case['notes'][number];

export interface CaseProps {
  record: Case;
}

export function openQuestions(notes: readonly Note[]): Note[] {
  return notes.filter(({ opinion }) => opinion?.answer === null);
}

export function questionTo(notes: readonly Note[], email: string): Note | undefined {
  return openQuestions(notes).find(({ opinion }) => opinion?.of === email);
}
