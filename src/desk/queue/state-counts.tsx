import { Plural, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router-dom';
import type { ApplicationState } from '#contract/stored-application.ts';
import { stateGroups, stateWords } from '#forms/states.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import styles from './state-counts.module.css';

export function StateCounts({ queue }: { queue: CallData<'deskQueue'> | undefined }) {
  const { t, i18n } = useLingui();
  const [address] = useSearchParams();
  const { counts, authorityNotices = { count: 0, overdue: 0 } } = queue ?? {};
  const chosen = address.get('state');
  const isAboutAuthority = address.get('authority') === 'yes';
  const sumOf = (of: 'count' | 'overdue' | 'dueToday', states: readonly string[]) =>
    counts?.reduce((sum, each) => sum + (states.includes(each.state) ? each[of] : 0), 0);

  // Placeholder while the numbers load (so that the layout does not shift) and if there are too
  // many.
  const shown = (count: number | undefined) =>
    count === undefined ? '·' : formatNumber(count, i18n.locale);

  function addressOf(group: string): string {
    const next = new URLSearchParams(address);
    for (const key of ['turn', 'page', 'state', 'authority']) next.delete(key);
    if (group !== chosen) next.set('state', group);
    return `?${next}`;
  }

  return (
    <nav aria-label={t`Applications per state`}>
      <ul className={`plain ${styles.counts}`}>
        {[...stateGroups].map(([group, states]) => {
          const count = sumOf('count', states);
          return (
            <li key={group}>
              <Link
                to={addressOf(group)}
                aria-current={group === chosen ? 'true' : undefined}
                data-empty={count === 0 ? '' : undefined}
              >
                <b>{shown(count)}</b>{' '}
                <Due overdue={sumOf('overdue', states)} today={sumOf('dueToday', states)} />
                <span>
                  {` ${i18n._(stateWords(states[0] as ApplicationState, 'personal').label)}`}
                </span>
              </Link>
            </li>
          );
        })}
        {(authorityNotices.count > 0 || isAboutAuthority) && (
          <li>
            <Link
              to={isAboutAuthority ? '?' : '?turn=all&authority=yes'}
              aria-current={isAboutAuthority ? 'true' : undefined}
            >
              <b>{shown(authorityNotices.count)}</b>{' '}
              <Due overdue={authorityNotices.overdue} today={0} />
              <span>{` ${t`Authority to notify`}`}</span>
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}

function Due({ overdue = 0, today = 0 }: Record<'overdue' | 'today', number | undefined>) {
  if (overdue > 0)
    return (
      <em>
        <Plural value={overdue} one="# overdue" other="# overdue" />
      </em>
    );
  return (
    today > 0 && (
      <em data-urgency="near">
        <Plural value={today} one="# today" other="# today" />
      </em>
    )
  );
}
