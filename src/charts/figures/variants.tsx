import { Plural, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { casesAddress, type Filter } from '#charts/addresses.ts';
import { useCasesAllowed } from '#charts/use-staff.ts';
import { machineWords } from '#charts/words/chart-words.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import styles from './figures.module.css';
import { useFigureWords } from './use-figure-words.ts';

interface VariantsProps {
  figures: Pick<CallData<'chartFigures'>, 'variants' | 'variantCount' | 'total'>;
  filter: Filter;
}

export function Variants({ figures, filter }: VariantsProps) {
  const { t, i18n } = useLingui();
  const { count, percent } = useFigureWords();
  const { states } = machineWords(i18n.t, 'application');
  const isOpen = useCasesAllowed();
  return (
    <section className={styles.variants}>
      <h2>{t`Variants`}</h2>
      <p>
        <Plural value={figures.variantCount} one="# variant." other="# variants." />
      </p>
      <ol>
        {figures.variants.map((variant) => {
          const { kind } = variant;
          const trace = variant.states.map((state) => states[state] ?? state).join(' → ');
          return (
            <li key={`${kind} ${trace}`}>
              <span className={styles.share}>
                {isOpen ? (
                  <Link
                    to={casesAddress(filter, { kind, trace: variant.states.join(',') })}
                    aria-label={t`Applications: ${count(variant.count)}, ${trace}`}
                  >
                    {count(variant.count)}
                  </Link>
                ) : (
                  <span>{count(variant.count)}</span>
                )}
                <span>{` (${percent(figures.total ? variant.count / figures.total : 0)})`}</span>
              </span>
              <span>
                {kind === 'public' && !filter.kind && (
                  <span>{`${t`Public sector bodies`} · `}</span>
                )}
                <span>{trace}</span>
                {variant.isNormal && <b>{` · ${t`the normal course`}`}</b>}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
