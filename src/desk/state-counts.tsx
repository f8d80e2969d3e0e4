import { useLingui } from '@lingui/react/macro';
import { useStateLabel } from '#ui/application/state-label.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import styles from './queue-page.module.css';

/** How many applications are in each label's states, along the normal course. */
export function StateCounts({ counts }: { counts: CallData<'deskQueue'>['counts'] }) {
  const { t, i18n } = useLingui();
  const label = useStateLabel();
  const sums = new Map<string, number>();
  for (const { state, count } of counts) {
    const text = label(state, 'personal');
    sums.set(text, (sums.get(text) ?? 0) + count);
  }
  return (
    <ul className={styles.counts} aria-label={t`Applications per state`}>
      {[...sums].map(([text, count]) => (
        <li key={text}>
          <b>{formatNumber(count, i18n.locale)}</b>
          {text}
        </li>
      ))}
    </ul>
  );
}
