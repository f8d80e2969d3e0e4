import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useAddressFields } from '#ui/application/filing-filter.tsx';
import styles from './figures.module.css';
import { type Measure, measures } from './use-figure-words.ts';

/** Chooses the figure that the bars in the states show, and stores it in the address. */
export function MeasureSwitch({ measure }: { measure: Measure }) {
  const { t } = useLingui();
  const { onChange } = useAddressFields()('bar');
  const labels: Record<Measure, string> = { now: t`Counts`, stay: t`Stay`, late: t`Late` };
  return (
    <Button.Group className={styles.measure} aria-label={t`Bars in the states`}>
      {measures.map((one) => (
        <Button
          key={one}
          size="xs"
          variant={one === measure ? 'filled' : 'default'}
          aria-pressed={one === measure}
          onClick={() => onChange({ currentTarget: { value: one === 'now' ? '' : one } })}
        >
          {labels[one]}
        </Button>
      ))}
    </Button.Group>
  );
}
