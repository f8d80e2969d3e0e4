import { useLingui } from '@lingui/react/macro';
import { useEventLabel } from '#ui/application/history-timeline.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from '../case-page.module.css';

/** A decision that came too late: what was typed, and which revision it was about. */
export interface Overtaken {
  text: string;
  revision: number;
  /** When it was refused, ms since the epoch. */
  at: number;
}

interface MeanwhileProps {
  record: CallData<'deskApplication'>;
  overtaken: Overtaken;
}

/** Tells who was quicker with what, and gives back what was typed. */
export function Meanwhile({ record, overtaken: { text, revision } }: MeanwhileProps) {
  const { t, i18n } = useLingui();
  const { eventLabel, roleLabel } = useEventLabel();
  const since = record.history.filter((entry) => entry.revision > revision);
  const holder = record.assignee?.email;
  return (
    <Notice
      kind="error"
      title={t`This application has changed meanwhile. Your decision was not saved`}
      takesFocus
    >
      <ul>
        {since.map(({ revision: later, at, event, role, text: reason }) => (
          <li key={later}>
            <b>{eventLabel(event)}</b>
            <span>{` · ${roleLabel(role)} · ${formatInstant(at, i18n.locale)}`}</span>
            {reason && <p className="quote">{reason}</p>}
          </li>
        ))}
        {holder && <li>{t`Taken by ${holder}`}</li>}
      </ul>
      {text && (
        <>
          <p>{t`You had written:`}</p>
          <p className={styles.typed}>{text}</p>
        </>
      )}
    </Notice>
  );
}
