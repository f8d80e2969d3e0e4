import { useLingui } from '@lingui/react/macro';
import type { CaseProps, Note } from '../case.ts';
import { useStaff } from '../staff-context.ts';

export function openQuestions(notes: readonly Note[]): Note[] {
  return notes.filter(({ opinion }) => opinion?.answer === null);
}

export function questionTo(notes: readonly Note[], email: string): Note | undefined {
  return openQuestions(notes).find(({ opinion }) => opinion?.of === email);
}

export function NamedHere({ record }: CaseProps) {
  const { t } = useLingui();
  const { user } = useStaff();
  if (questionTo(record.notes, user.email))
    return <a href="#notes">{t`You are asked for an opinion`}</a>;
  const last = record.notes.findLast(
    ({ author, mentions }) => author === user.email || mentions.includes(user.email),
  );
  if (!last || last.author === user.email) return null;
  return <a href="#notes">{t`A note mentions you`}</a>;
}
