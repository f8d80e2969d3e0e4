import { useLingui } from '@lingui/react/macro';
import type { CallData } from '#ui/calls/call-types.ts';
import { useStaff } from '../staff-context.ts';
import { questionTo } from './opinions.ts';

/**
 * Mark of a case in which the reader's opinion is awaited, or a note names them, until they write
 * one themselves.
 */
export function NamedHere({ record }: { record: CallData<'deskApplication'> }) {
  const { t } = useLingui();
  const { user } = useStaff();
  if (questionTo(record.notes, user.email))
    return <a href="#notes">{t`You are asked for an opinion`}</a>;
  const last = record.notes.findLast(
    ({ author, mentions }) => author === user.email || mentions.includes(user.email),
  );
  if (!last || last.author === user.email) return null;
  return <a href="#notes">{t`A note names you`}</a>;
}
