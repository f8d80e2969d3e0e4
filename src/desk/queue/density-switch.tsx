import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.layer.css';
import { useLocalStorage } from '@mantine/hooks';
import { Glyph } from '#ui/brand/glyph.tsx';

export type Density = 'dense' | 'roomy';

export function useDensity(account: string): [Density, (density: Density) => void] {
  // Without a default value, which the hook would store before the user chooses.
  const [density, setDensity] = useLocalStorage<Density | undefined>({
    key: `desk:rows:${account}`,
    getInitialValueInEffect: false,
    serialize: (value) => value ?? '',
    deserialize: (value) => (value === 'roomy' ? 'roomy' : 'dense'),
  });
  return [density ?? 'dense', setDensity];
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
