import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { truncate } from '#lib/words/truncate.ts';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { useOptionLabels } from '#ui/application/use-options.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { calendarDay, formatShortDay } from '#ui/format/dates.ts';
import { Comma } from '#ui/language/translated-text.tsx';
import { unreadSupplement } from './case-facts.tsx';
import styles from './case-page.module.css';
import { NamedHere } from './notes/opinions.tsx';
import type { useNeighbours } from './queue/list-position.ts';

const LONGEST_PURPOSE = 240;

export function CaseLead({ record }: { record: CallData<'deskApplication'> }) {
  const { t, i18n } = useLingui();
  const optionLabel = useOptionLabels('purposes');
  const { kind, state, requesterName, userName, vehicle, purpose } = record;
  const about = [
    vehicle?.name,
    kind === 'public' ? truncate(purpose, LONGEST_PURPOSE) : optionLabel('purposes', purpose),
  ].filter(Boolean);
  const answer = unreadSupplement(record);
  const day = answer && formatShortDay(calendarDay(new Date(answer.at)), i18n.locale);
  return (
    <>
      <span className={styles.about}>
        <b>{requesterName}</b>
        {userName && <span>{` ${t`for ${userName}`}`}</span>}
        {about.map((text) => (
          <span key={text}>
            <Comma />
            <span>{text}</span>
          </span>
        ))}
      </span>
      <StatusBadge state={state} kind={kind} />
      {answer && <span className={`tag ${styles.answered}`}>{t`answered ${day}`}</span>}
      <NamedHere record={record} />
    </>
  );
}

export function NeighbourButtons(neighbours: ReturnType<typeof useNeighbours>) {
  const { position, total, openNext, openPrevious } = neighbours;
  const { t } = useLingui();
  return (
    <nav className={styles.steps} aria-label={t`Applications of this view`}>
      {position !== null && <span className="soft">{t`${position} of ${total}`}</span>}
      {position !== null && position > 1 && (
        <Button
          size="sm"
          variant="default"
          aria-label={t`Previous application`}
          onClick={openPrevious}
        >
          {t`Previous`}
        </Button>
      )}
      <Button
        id="next-case"
        size="sm"
        variant="default"
        aria-label={t`Next application`}
        onClick={openNext}
      >
        {t`Next`}
      </Button>
    </nav>
  );
}
