import { useLingui } from '@lingui/react/macro';
import type { TableInput } from '#lib/statechart/chart-formats/tables.ts';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';
import type { Drawing } from '#lib/statechart/drawing/draw-chart.ts';
import { MoreMenu } from '#ui/menu/more-menu.tsx';

interface SaveMenuProps {
  layout: ChartLayout;
  tables: TableInput | undefined;
  drawing: Drawing;
}

const writers = () => import('#charts/picture/export-picture.ts');

export function SaveMenu({ layout, tables, drawing }: SaveMenuProps) {
  const { t } = useLingui();
  const saveImage = async (format: 'svg' | 'png') =>
    (await writers()).exportPicture(format, layout, drawing);
  const saveHtml = async (input: TableInput) => (await writers()).savePage(layout, input, drawing);
  return (
    <MoreMenu
      label={t`Save the diagram`}
      glyph="download"
      actions={[
        { label: t`Save as SVG`, onClick: () => saveImage('svg') },
        { label: t`Save as PNG`, onClick: () => saveImage('png') },
        ...(tables
          ? [
              { label: t`Save as HTML`, onClick: () => saveHtml(tables) },
              { label: t`Print or save as PDF`, onClick: () => window.print() },
            ]
          : []),
      ]}
    />
  );
}
