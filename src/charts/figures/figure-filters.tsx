import { useLingui } from '@lingui/react/macro';
import { machineWords } from '#charts/words/chart-words.ts';
import { outcomes } from '#contract/figure-codes.ts';
import {
  FilingFields,
  FilterSelect,
  type FilterSelectProps,
} from '#ui/application/filing-filter.tsx';
import styles from './figures.module.css';

interface FigureFiltersProps {
  more?: FilterSelectProps;
}

export function FigureFilters({ more }: FigureFiltersProps) {
  const { t, i18n } = useLingui();
  const { states } = machineWords(i18n.t, 'application');
  return (
    <search className={`row ${styles.filters}`}>
      <FilingFields />
      <FilterSelect
        name="outcome"
        label={t`Outcome`}
        options={Object.fromEntries(
          outcomes.map((value) => [
            value,
            value === 'open' ? t`Still open` : (states[value] ?? value),
          ]),
        )}
      />
      {more && <FilterSelect {...more} />}
    </search>
  );
}
