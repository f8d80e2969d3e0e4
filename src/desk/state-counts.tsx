import { Plural, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router-dom';
import { stateGroups, stateWords } from '#applications/states.ts';
import type { ApplicationState } from '#contract/stored-application.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import styles from './queue-page.module.css';

type Counts = CallData<'deskQueue'>['counts'];

/** Number of applications per label, along the normal course; each links to its own. */
export function StateCounts({ counts }: { counts: Counts | undefined }) {
  const { t, i18n } = useLingui();
  const [address] = useSearchParams();
  const chosen = address.get('state');
  const sumOf = (of: 'count' | 'overdue', states: readonly string[]) =>
    counts?.reduce((sum, one) => sum + (states.includes(one.state) ? one[of] : 0), 0);

  // The places are there before the numbers, so that nothing jumps, and where they are too many.
  const shown = (count: number | undefined) =>
    count === undefined ? '·' : formatNumber(count, i18n.locale);

  /** Chosen again, a state is given up. */
  function addressOf(group: string): string {
    const next = new URLSearchParams(address);
    for (const key of ['turn', 'page', 'state']) next.delete(key);
    if (group !== chosen) next.set('state', group);
    return `?${next}`;
  }

  return (
    <nav aria-label={t`Applications per state`}>
      <ul className={styles.counts}>
        {[...stateGroups].map(([group, states]) => {
          const overdue = sumOf('overdue', states) ?? 0;
          return (
            <li key={group}>
              <Link to={addressOf(group)} aria-current={group === chosen ? 'true' : undefined}>
                <b>{shown(sumOf('count', states))}</b>{' '}
                {overdue > 0 && (
                  <em>
                    <Plural value={overdue} one="# overdue" other="# overdue" />
                  </em>
                )}{' '}
                <span>{i18n._(stateWords(states[0] as ApplicationState, 'personal').label)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
