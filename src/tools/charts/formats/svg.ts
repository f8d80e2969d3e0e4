import type { ChartLayout } from '#charts/drawing/chart-layout.ts';
import { ownStyle } from '#charts/drawing/chart-style.ts';
import { type Drawing, drawChart } from '#charts/drawing/draw-chart.ts';
import { svg, svgText } from '#charts/drawing/svg-node.ts';

/** The picture as a file by itself. */
export function standaloneSvg(layout: ChartLayout, drawing?: Drawing): string {
  const { width, height, language, title } = layout;
  return svgText(
    svg(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: `0 0 ${width} ${height}`,
        width,
        height,
        lang: language,
        role: 'img',
        'aria-label': title,
      },
      svg('style', {}, ownStyle),
      drawChart(layout, drawing),
    ),
  );
}
