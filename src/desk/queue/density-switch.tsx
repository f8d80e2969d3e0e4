import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.layer.css';
import { Glyph } from '#ui/brand/glyph.tsx';
import { useLocalSetting } from '../local-setting.ts';

export type Density = 'dense' | 'roomy';

export function useDensity(account: string): [Density, (density: Density) => void] {
  const [density, setDensity] = useLocalSetting(`desk:rows:${account}`);
  return [density === 'roomy' ? 'roomy' : 'dense', setDensity];
}

interface DensitySwitchProps {
  density: Density;
  onChange: (density: Density) => void;
}

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
