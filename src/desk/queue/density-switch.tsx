import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.layer.css';
import { Glyph } from '#ui/brand/glyph.tsx';
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
    <ActionIcon.Group aria-label={t`Height of the rows`}>
      {(['dense', 'roomy'] as const).map((one) => (
        <ActionIcon
          key={one}
          size="lg"
          variant={one === density ? 'filled' : 'default'}
          aria-label={labels[one]}
          title={labels[one]}
          aria-pressed={one === density}
          onClick={() => onChange(one)}
        >
          <Glyph name={one} />
        </ActionIcon>
      ))}
    </ActionIcon.Group>
  );
}
