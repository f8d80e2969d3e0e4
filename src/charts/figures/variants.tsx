import { Plural, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { casesAddress, type Filter } from '#charts/addresses.ts';
import { useCasesAllowed } from '#charts/use-staff.ts';
import { machineWords } from '#charts/words/chart-words.ts';
import { hasTag } from '#contract/stored-application.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import styles from './figures.module.css';
import { partyIn, useFigureWords } from './use-figure-words.ts';

type Variant = CallData<'chartFigures'>['variants'][number];

interface VariantsProps {
  figures: Pick<CallData<'chartFigures'>, 'variants' | 'variantCount' | 'total'>;
  filter: Filter;
}

const TOP = 5;

/**
 * Shows the most frequent variants and folds the others under their total share, so that the shares
 * add up to 100 %.
 */
export function Variants({ figures, filter }: VariantsProps) {
  const { t } = useLingui();
  const { count, percent } = useFigureWords();
  const { variants, total } = figures;
  const top = variants.slice(0, TOP);
  const further = variants.slice(TOP);
  const others = total - top.reduce((sum, variant) => sum + variant.count, 0);
  const [applications, share] = [count(others), percent(total ? others / total : 0)];
  return (
    <section className={styles.variants}>
      <h2>{t`Variants`}</h2>
      <p>
        <Plural value={figures.variantCount} one="# variant." other="# variants." />
      </p>
      <ol className="stack stack-small plain">
        {top.map((variant) => (
          <OneVariant key={keyOf(variant)} {...{ variant, filter, total }} />
        ))}
      </ol>
      {further.length > 0 && (
        <details>
          <summary>
            <Plural
              value={figures.variantCount - top.length}
              one={`# other variant: applications ${applications} (${share})`}
              other={`# other variants: applications ${applications} (${share})`}
            />
          </summary>
          <ol className="stack stack-small plain" start={TOP + 1}>
            {further.map((variant) => (
              <OneVariant key={keyOf(variant)} {...{ variant, filter, total }} />
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

const keyOf = ({ kind, states }: Variant) => [kind, ...states].join(' ');

interface OneVariantProps {
  variant: Variant;
  filter: Filter;
  total: number;
}

function OneVariant({ variant, filter, total }: OneVariantProps) {
  const { t, i18n } = useLingui();
  const { count, percent } = useFigureWords();
  const words = machineWords(i18n.t, 'application').states;
  const isOpen = useCasesAllowed();
  const { kind, states, isNormal } = variant;
  const labels = states.map((state) => words[state] ?? state);
  const trace = labels.join(' → ');
  return (
    <li>
      <span className={styles.share}>
        {isOpen ? (
          <Link
            to={casesAddress(filter, { kind, trace: states.join(',') })}
            aria-label={t`Applications: ${count(variant.count)}, ${trace}`}
          >
            {count(variant.count)}
          </Link>
        ) : (
          <span>{count(variant.count)}</span>
        )}
        <span>{` (${percent(total ? variant.count / total : 0)})`}</span>
      </span>
      <span>
        {kind === 'public' && !filter.kind && <span>{`${t`Public sector bodies`} · `}</span>}
        {labels.map((label, index) => (
          // A variant can pass through a state several times.
          <span key={labels.slice(0, index + 1).join()}>
            {index > 0 && <span>{' → '}</span>}
            <span className={styles.chip} data-turn={partyOf(states[index] ?? '')}>
              {label}
            </span>
          </span>
        ))}
        {isNormal && <b>{` · ${t`the normal course`}`}</b>}
      </span>
    </li>
  );
}

function partyOf(state: string): string {
  if (hasTag(state, 'downloadable')) return 'approved';
  return partyIn(state);
}
