import { Trans, useLingui } from '@lingui/react/macro';
import type { CallInput } from '#ui/calls/call-types.ts';
import { download } from '#ui/calls/download.ts';
import { MoreMenu } from '#ui/menu/more-menu.tsx';

/** Saves all that the queue's filter leaves as a file, in its order. */
export function QueueFileMenu({
  filter,
}: {
  filter: Omit<CallInput<'deskQueueExport'>, 'format'>;
}) {
  const { t } = useLingui();
  const save = (format: 'csv' | 'xlsx') => download('deskQueueExport', { format, ...filter });
  return (
    <MoreMenu label={t`Save this list as a file`} glyph="download">
      <li>
        <button type="button" onClick={() => save('csv')}>
          <Trans>Save as CSV</Trans>
        </button>
      </li>
      <li>
        <button type="button" onClick={() => save('xlsx')}>
          <Trans>Save as Excel workbook</Trans>
        </button>
      </li>
    </MoreMenu>
  );
}
