import type { ApplicationRecord } from '#contract/application-record.ts';
import { hasTag } from '#contract/stored-application.ts';
import { useEventLabel } from '#ui/application/event-label.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './details-page.module.css';

/** Reason for the end of an application that its requester did not end: what they seek first. */
export function EndNotice({ record }: { record: ApplicationRecord }) {
  const { eventLabel } = useEventLabel();
  const last = record.history.at(-1);
  if (!hasTag(record.state, 'endedByHolder') || !last) return null;
  return (
    <Notice kind="info" title={eventLabel(last.event)}>
      {last.text && <p className={styles.reason}>{last.text}</p>}
    </Notice>
  );
}
