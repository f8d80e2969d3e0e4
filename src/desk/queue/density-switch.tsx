import { useLingui } from '@lingui/react/macro';
import { Glyph } from '#ui/brand/glyph.tsx';
import styles from '../queue-page.module.css';
import type { Density } from './density.ts';

interface DensitySwitchProps {
  density: Density;
  onChange: (density: Density) => void;
}

/** Switch between dense rows and roomy ones. */
export function DensitySwitch({ density, onChange }: DensitySwitchProps) {
  const { t } = useLingui();
  const labels: Record<Density, string> = { dense: t`Dense rows`, roomy: t`Roomy rows` };
  return (
    <fieldset className={styles.density} aria-label={t`Height of the rows`}>
      {(['dense', 'roomy'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-label={labels[one]}
          title={labels[one]}
          aria-pressed={one === density}
          onClick={() => onChange(one)}
        >
          <Glyph name={one} />
        </button>
      ))}
    </fieldset>
  );
}
