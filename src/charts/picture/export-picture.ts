import { standaloneSvg } from '#lib/statechart/chart-formats/svg.ts';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';
import type { Drawing } from '#lib/statechart/drawing/draw-chart.ts';
import { saveFile } from '#ui/calls/download.ts';

const DENSITY = 2;

export async function exportPicture(
  format: 'svg' | 'png',
  layout: ChartLayout,
  drawing: Drawing,
): Promise<void> {
  const { address: _, ...marked } = drawing;
  const text = standaloneSvg(layout, marked);
  const content = format === 'svg' ? text : await drawn(text, layout);
  saveFile(new Blob([content], { type: `image/${format}` }), `${layout.machine}.${format}`);
}

async function drawn(svg: string, { width, height }: ChartLayout): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * DENSITY;
  canvas.height = height * DENSITY;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('The picture is too large'))));
  });
}
