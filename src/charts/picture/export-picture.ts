import { html } from '#lib/statechart/chart-formats/html.ts';
import { standaloneSvg } from '#lib/statechart/chart-formats/svg.ts';
import type { TableInput } from '#lib/statechart/chart-formats/tables.ts';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';
import type { Drawing } from '#lib/statechart/drawing/draw-chart.ts';

const DENSITY = 2;

export async function exportPicture(
  format: 'svg' | 'png',
  layout: ChartLayout,
  drawing: Drawing,
): Promise<void> {
  const { address: _, ...marked } = drawing;
  const text = standaloneSvg(layout, marked);
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  save(format === 'svg' ? source : await drawn(source, layout), `${layout.machine}.${format}`);
}

export function savePage(layout: ChartLayout, tables: TableInput, drawing: Drawing): void {
  const { address: _, ...marked } = drawing;
  const text = html({ ...tables, layout }, marked);
  save(`data:text/html;charset=utf-8,${encodeURIComponent(text)}`, `${layout.machine}.html`);
}

async function drawn(source: string, { width, height }: ChartLayout): Promise<string> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * DENSITY;
  canvas.height = height * DENSITY;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw on a canvas');
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

function save(href: string, download: string) {
  const link = Object.assign(document.createElement('a'), { href, download });
  document.body.append(link);
  link.click();
  link.remove();
}
