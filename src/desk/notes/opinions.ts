import type { CallData } from '#ui/calls/call-types.ts';

type Note = CallData<'deskApplication'>['notes'][number];

/** Questions for an opinion that nobody has answered yet. */
export function openQuestions(notes: readonly Note[]): Note[] {
  return notes.filter(({ opinion }) => opinion?.answer === null);
}

/** The question that awaits the opinion of who has this address. */
export function questionTo(notes: readonly Note[], email: string): Note | undefined {
  return openQuestions(notes).find(({ opinion }) => opinion?.of === email);
}
