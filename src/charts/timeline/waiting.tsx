import { useLingui } from '@lingui/react/macro';
import { useFigureWords } from '#charts/figures/use-figure-words.ts';
import { ChartTable } from '#charts/machine/chart-table.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import styles from './timeline.module.css';

export type Party = CallData<'chartTimeline'>['cases'][number]['steps'][number]['waitsFor'];

export function usePartyWords(): Record<Party, string> {
  const { t } = useLingui();
  return {
    requester: t`Requester`,
    holder: t`Data holder`,
    suspended: t`Nobody: the data are withheld or suspended`,
    ended: t`Nobody: ended`,
  };
}

interface WaitingProps {
  waiting: CallData<'chartFigures'>['waiting'];
}

export function Waiting({ waiting }: WaitingProps) {
  const { t } = useLingui();
  const { count, percent, duration } = useFigureWords();
  const words = usePartyWords();
  const total = (value: 'share' | 'waits' | 'time' | 'lapsed' | 'now') =>
    waiting.reduce((sum, party) => sum + party[value], 0);
  const all = {
    waitsFor: null,
    share: total('share'),
    waits: total('waits'),
    time: total('time'),
    lapsed: total('lapsed'),
    now: total('now'),
  };
  return (
    <section>
      <h2>{t`Waiting`}</h2>
      <div className={styles.bar} aria-hidden="true">
        {waiting
          .filter(({ share }) => share > 0)
          .map(({ waitsFor, share }) => (
            <span key={waitsFor} className={styles[waitsFor]} style={{ flexGrow: share }} />
          ))}
      </div>
      <ChartTable
        caption={t`Waiting time by party waited for`}
        rows={[...waiting, all]}
        keyOf={({ waitsFor }) => waitsFor ?? ''}
        columns={[
          {
            label: t`Waits for`,
            cell: ({ waitsFor }) =>
              waitsFor === null ? (
                <span>{t`All`}</span>
              ) : (
                <span>
                  <i className={`${styles.key} ${styles[waitsFor]}`} aria-hidden="true" />{' '}
                  <span>{words[waitsFor]}</span>
                </span>
              ),
          },
          { label: t`Share of waiting time`, cell: ({ share }) => percent(share) },
          { label: t`Waits`, cell: ({ waits }) => count(waits) },
          {
            label: t`Average wait`,
            cell: ({ waits, time }) => duration(waits ? time / waits : null),
          },
          { label: t`Of these, ended by the deadline`, cell: ({ lapsed }) => count(lapsed) },
          { label: t`Waiting now`, cell: ({ now }) => count(now) },
        ]}
      />
    </section>
  );
}
