import { useLingui } from '@lingui/react/macro';
import type { HistoryEntry } from '#contract/application-record.ts';
import { eventWords, roleWords } from '#forms/events.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { MoreRows, useFirstRows } from '#ui/list/paged-list.tsx';
import styles from './history-timeline.module.css';
import { StatusBadge } from './status-badge.tsx';

const LAST = 20;

interface HistoryTimelineProps {
  entries: readonly (HistoryEntry & { actor?: string | null })[];
  kind: ApplicationKind;
}

export function HistoryTimeline({ entries, kind }: HistoryTimelineProps) {
  const { i18n } = useLingui();
  const { eventLabel, roleLabel } = useEventLabel();
  const { shown, ...more } = useFirstRows(entries.toReversed(), LAST);
  return (
    <>
      <ol className={`plain measure ${styles.timeline}`} reversed start={entries.length}>
        {shown.map(({ revision, at, event, role, actor, to, text }) => (
          <li key={revision} data-role={role}>
            <p className="soft">
              <time dateTime={new Date(at).toISOString()}>{formatInstant(at, i18n.locale)}</time>
              <span>{` · ${actor ?? roleLabel(role)}`}</span>
            </p>
            <p className="row">
              <b>{eventLabel(event)}</b> <StatusBadge state={to} kind={kind} />
            </p>
            {text && <p className="quote">{text}</p>}
          </li>
        ))}
      </ol>
      <MoreRows {...more} />
    </>
  );
}

export function useEventLabel() {
  const { i18n } = useLingui();
  return {
    eventLabel: (event: string) => {
      const words = eventWords(event);
      return words ? i18n._(words) : event;
    },
    roleLabel: (role: HistoryEntry['role']) => i18n._(roleWords[role]),
  };
}
