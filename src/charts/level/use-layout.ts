import { plural } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChartAsset } from '#charts/picture/use-chart.ts';
import type { ChartLabels } from '#lib/statechart/drawing/chart-labels.ts';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';
import { type Level, USUAL } from './read-level.ts';

interface Laid {
  layout: ChartLayout;
  level: string;
}

/**
 * A machine at a level of detail: as the build laid it out, or laid out now by an engine that only
 * those load who choose another level. Until then the picture stays as it was.
 */
export function useLayout(chart: ChartAsset, labels: ChartLabels, { detail, folds }: Level) {
  const level = [chart.machine, chart.language, detail, ...folds].join(' ');
  const isUsual = detail === USUAL && folds.length === 0;
  const [laid, setLaid] = useState<Laid>({ layout: chart.layout, level: '' });

  const layOut = useEffectEvent(async (isWanted: () => boolean) => {
    const { layOutLevel } = await import('./lay-out-level.ts');
    const inside = (count: number) =>
      plural(count, { one: '# state inside', other: '# states inside' });
    const layout = await layOutLevel(chart, { detail, folds, labels, inside });
    if (isWanted()) setLaid({ layout, level });
  });
  useEffect(() => {
    if (isUsual) {
      setLaid({ layout: chart.layout, level });
      return;
    }
    let isWanted = true;
    layOut(() => isWanted).catch((error: unknown) => {
      // What cannot be loaded is shown as that by the page around.
      setLaid(() => {
        throw error;
      });
    });
    return () => {
      isWanted = false;
    };
  }, [isUsual, level, chart.layout]);

  const isPending = !isUsual && laid.level !== level;
  return { layout: isUsual ? chart.layout : laid.layout, isPending };
}
