import { Trans } from '@lingui/react/macro';
import type { CallData } from '#ui/calls/call-types.ts';
import { useStaff } from '../staff-context.ts';
import { questionTo } from './opinions.ts';

/**
 * Mark of a case in which the reader's opinion is awaited, or a note names them, until they write
 * one themselves.
 */
export function NamedHere({ record }: { record: CallData<'deskApplication'> }) {
  const { user } = useStaff();
  if (questionTo(record.notes, user.email))
    return (
      <a href="#notes">
        <Trans>You are asked for an opinion</Trans>
      </a>
    );
  const last = record.notes.findLast(
    ({ author, mentions }) => author === user.email || mentions.includes(user.email),
  );
  if (!last || last.author === user.email) return null;
  return (
    <a href="#notes">
      <Trans>A note names you</Trans>
    </a>
  );
}
