import { useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
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
      <Menu.Item onClick={() => save('csv')}>{t`Save as CSV`}</Menu.Item>
      <Menu.Item onClick={() => save('xlsx')}>{t`Save as Excel workbook`}</Menu.Item>
    </MoreMenu>
  );
}
