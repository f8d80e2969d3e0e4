import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { machineWords } from '#charts/words/chart-words.ts';
import { outcomes } from '#contract/figures.ts';
import { FilingFields, useAddressFields } from '#ui/application/filing-filter.tsx';
import styles from './figures.module.css';

interface FigureFiltersProps {
  more?: { key: string; label: string; data: { value: string; label: string }[] };
}

export function FigureFilters({ more }: FigureFiltersProps) {
  const { t, i18n } = useLingui();
  const { states } = machineWords(i18n.t, 'application');
  const fieldOf = useAddressFields();
  return (
    <search className={`row ${styles.filters}`}>
      <FilingFields fieldOf={fieldOf} />
      <NativeSelect
        label={<span>{t`Outcome`}</span>}
        {...fieldOf('outcome')}
        data={[
          { value: '', label: t`All` },
          ...outcomes.map((value) => ({
            value,
            label: value === 'open' ? t`Still open` : (states[value] ?? value),
          })),
        ]}
      />
      {more && (
        <NativeSelect
          label={<span>{more.label}</span>}
          {...fieldOf(more.key)}
          data={[{ value: '', label: t`All` }, ...more.data]}
        />
      )}
    </search>
  );
}
