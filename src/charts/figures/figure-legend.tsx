import { useLingui } from '@lingui/react/macro';
import { Sign, Signs } from '#charts/machine/legend.tsx';
import { barColour, edgeColour, type Measure } from './use-figure-words.ts';

export function FigureLegend({ measure }: { measure: Measure }) {
  const { t } = useLingui();
  const bars: Record<Measure, string> = {
    now: t`Bar in a state: applications in it now`,
    stay: t`Bar in a state: median stay`,
    late: t`Bar in a state: share of late applications`,
  };
  const turns = {
    holder: t`Waits for the data holder`,
    requester: t`Waits for the requester`,
    nobody: t`Waits for nobody`,
  };
  return (
    <Signs>
      <Sign drawn={<path className={`bar ${barColour[measure]}`} d="M4 10H36" />}>
        {bars[measure]}
      </Sign>
      {(['holder', 'requester', 'nobody'] as const).map((turn) => (
        <Sign key={turn} drawn={<path className={`edge ${edgeColour[turn]}`} d="M17 2h7v16h-7z" />}>
          {turns[turn]}
        </Sign>
      ))}
    </Signs>
  );
}
