import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { initialsOf } from '#ui/account/account-button.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import { daysUntil, formatRelative, formatShortDay } from '#ui/format/dates.ts';
import { useStaff } from '../staff-context.ts';
import type { QueueItem } from './queue-address.ts';
import styles from './queue-table.module.css';

export function Kind({ item: { kind, isForThirdParty } }: { item: QueueItem }) {
  const { t } = useLingui();
  const [glyph, label] =
    kind === 'public'
      ? (['building', t`Public sector body`] as const)
      : isForThirdParty
        ? (['people', t`Third party`] as const)
        : (['person', t`User`] as const);
  return (
    <span title={label}>
      <Glyph name={glyph} />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

const NEAR_DAYS = 1;

export function Due({ item: { dueDay, isOverdue } }: { item: QueueItem }) {
  const { i18n } = useLingui();
  if (dueDay === null) return <span>–</span>;
  const days = daysUntil(dueDay);
  const late = -days;
  const urgency = isOverdue ? 'over' : days <= NEAR_DAYS ? 'near' : 'later';
  return (
    <>
      <b data-urgency={urgency}>
        {isOverdue && late > 0 && (
          <Plural value={late} one="# day overdue" other="# days overdue" />
        )}
        {isOverdue && late <= 0 && <Trans>Overdue</Trans>}
        {!isOverdue && <span>{formatRelative(days, 'day', i18n.locale)}</span>}
      </b>
      <time dateTime={dueDay}>{` ${formatShortDay(dueDay, i18n.locale)}`}</time>
    </>
  );
}

export function DaysUsed({ clock: { basis, limit, used } }: { clock: QueueItem['clock'] }) {
  const { t } = useLingui();
  const isInWorkingDays = basis === 'workingDays';
  return (
    <span title={isInWorkingDays ? t`Working days` : t`Days`}>
      {isInWorkingDays ? t`${used} of ${limit} wd` : t`${used} of ${limit}`}
    </span>
  );
}

export function Assignee({ item: { assignee, previousAssignee } }: { item: QueueItem }) {
  const { t } = useLingui();
  const { user } = useStaff();
  if (!assignee) return <span className="soft">{t`Nobody`}</span>;
  const isOwn = assignee.id === user.id;
  const handedOver = previousAssignee && t`Handed over to you by ${nameOf(previousAssignee.email)}`;
  return (
    <span className={styles.own} data-initials={initialsOf(assignee.email)}>
      {isOwn && handedOver ? (
        <span className={styles.handedOver} title={handedOver}>
          {handedOver}
        </span>
      ) : (
        <span title={nameOf(assignee.email)}>{isOwn ? t`You` : nameOf(assignee.email)}</span>
      )}
    </span>
  );
}

/** Local part of an address: the domain is the same for all staff. */
const nameOf = (email: string) => email.split('@')[0] ?? email;
