import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { TableInput } from '#lib/statechart/chart-formats/tables.ts';
import type { Area, ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';
import type { Drawing } from '#lib/statechart/drawing/draw-chart.ts';

interface SaveButtonsProps {
  layout: ChartLayout;
  tables: TableInput | undefined;
  drawing: Drawing;
  shown: () => Area;
}

const writers = () => import('#charts/picture/export-picture.ts');

export function SaveButtons({ layout, tables, drawing, shown }: SaveButtonsProps) {
  const { t } = useLingui();
  const [isPart, setPart] = useState(false);

  const saveImage = async (format: 'svg' | 'png') => {
    const { exportPicture } = await writers();
    await exportPicture(format, layout, drawing, isPart ? shown() : undefined);
  };

  const saveHtml = async (input: TableInput) => {
    const { savePage } = await writers();
    savePage(layout, input, drawing);
  };

  return (
    <>
      {(['svg', 'png'] as const).map((format) => (
        <Button key={format} variant="default" onClick={() => saveImage(format)}>
          <Trans>Save as {format.toUpperCase()}</Trans>
        </Button>
      ))}
      <Checkbox
        label={t`Save only what is on screen`}
        checked={isPart}
        onChange={(event) => setPart(event.currentTarget.checked)}
      />
      {tables && (
        <>
          <Button variant="default" onClick={() => saveHtml(tables)}>
            {t`Save as HTML`}
          </Button>
          <Button variant="default" onClick={() => window.print()}>
            <Trans>Print or save as PDF</Trans>
          </Button>
        </>
      )}
    </>
  );
}
