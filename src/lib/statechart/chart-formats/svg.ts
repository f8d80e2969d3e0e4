import type { ChartLayout } from '../drawing/chart-layout.ts';
import { ownStyle } from '../drawing/chart-style.ts';
import { type Drawing, drawChart } from '../drawing/draw-chart.ts';
import { svg, svgText } from '../drawing/svg-node.ts';

export function standaloneSvg(layout: ChartLayout, drawing?: Drawing): string {
  const { language, title, width, height } = layout;
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
