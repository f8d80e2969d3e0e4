import { Trans, useLingui } from '@lingui/react/macro';
import { formatDate } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';

interface RecordedNoticeProps {
  title: string;
  text: string;
  /** Who recorded it at the desk, and when, ms since the epoch. */
  record: { recordedBy: string; at: number };
}

/** What the desk has recorded as done. */
export function RecordedNotice({ title, text, record }: RecordedNoticeProps) {
  const { i18n } = useLingui();
  return (
    <Notice kind="good" title={title}>
      <p>{text}</p>
      <p>
        <Trans>
          Recorded by {record.recordedBy}, {formatDate(record.at, i18n.locale)}
        </Trans>
      </p>
    </Notice>
  );
}
