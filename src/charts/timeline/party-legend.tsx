import { Plural, useLingui } from '@lingui/react/macro';
import { DotMark } from './dot-mark.tsx';
import styles from './timeline.module.css';
import { type Party, usePartyWords } from './use-party-words.ts';

const parties: readonly Party[] = ['holder', 'requester', 'suspended', 'ended'];

/** What the forms and colours of steps say. */
export function PartyLegend() {
  const { t } = useLingui();
  const words = usePartyWords();
  return (
    <ul className={styles.legend} aria-label={t`Party waited for after a step`}>
      {parties.map((party) => (
        <li key={party}>
          <svg viewBox="-6 -6 12 12" aria-hidden="true">
            <DotMark party={party} />
          </svg>
          <span>{words[party]}</span>
        </li>
      ))}
    </ul>
  );
}

/** How many applications are drawn, where they are not all. */
export function DrawnShare({ drawn, total }: { drawn: number; total: number }) {
  if (drawn >= total) return null;
  return (
    <p>
      <Plural value={drawn} one="Drawn: # of them." other="Drawn: # of them, chosen by chance." />
    </p>
  );
}
