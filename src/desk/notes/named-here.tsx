import { Trans } from '@lingui/react/macro';
import type { CallData } from '#ui/calls/call-types.ts';
import { useStaff } from '../staff-context.ts';

/** Mark of a case in which a note names the reader, until they write one themselves. */
export function NamedHere({ record }: { record: CallData<'deskApplication'> }) {
  const { user } = useStaff();
  const isWaiting = record.notes.findLast(
    ({ author, mentions }) => author === user.email || mentions.includes(user.email),
  );
  if (!isWaiting || isWaiting.author === user.email) return null;
  return (
    <a href="#notes">
      <Trans>A note names you</Trans>
    </a>
  );
}
