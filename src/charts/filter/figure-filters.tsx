import { useLingui } from '@lingui/react/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { machineWords } from '#charts/words/chart-words.ts';
import { outcomes } from '#contract/outcomes.ts';
import styles from './filter.module.css';

interface FigureFiltersProps {
  /** One more choice, of a page of its own: the name it has in the address, and its values. */
  more?: { key: string; label: string; data: { value: string; label: string }[] };
}

/** Filters for the applications counted; in the address, so that Back and a bookmark work. */
export function FigureFilters({ more }: FigureFiltersProps) {
  const { t, i18n } = useLingui();
  const { states } = machineWords(i18n.t, 'application');
  const [search, setSearch] = useSearchParams();
  const change = (key: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value) next.set(key, value);
    else next.delete(key);
    next.delete('page');
    setSearch(next);
  };
  const given = (key: string) => ({
    value: search.get(key) ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      change(key, event.currentTarget.value),
  });
  return (
    <search className={styles.filters}>
      <TextInput type="date" label={t`Filed from`} {...given('from')} />
      <TextInput type="date" label={t`Filed until`} {...given('to')} />
      <NativeSelect
        label={t`Kind`}
        {...given('kind')}
        data={[
          { value: '', label: t`All` },
          { value: 'personal', label: t`Users and third parties` },
          { value: 'public', label: t`Public sector bodies` },
        ]}
      />
      <NativeSelect
        label={t`Outcome`}
        {...given('outcome')}
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
          label={more.label}
          {...given(more.key)}
          data={[{ value: '', label: t`All` }, ...more.data]}
        />
      )}
    </search>
  );
}
