import { standaloneSvg } from '#lib/statechart/drawing/standalone-svg.ts';
import type { Chart } from './chart.ts';
import { html } from './formats/html.ts';
import { json } from './formats/json.ts';
import { mermaid } from './formats/mermaid.ts';
import { png } from './formats/png.ts';
import { scxml } from './formats/scxml.ts';

export const formatNames = ['svg', 'png', 'mermaid', 'scxml', 'json', 'html'] as const;
export type FormatName = (typeof formatNames)[number];

/** How a format names its files, and what it writes into them. */
export interface Format {
  extension: string;
  write(chart: Chart): string | Promise<string | Buffer>;
}

export const formats: Record<FormatName, Format> = {
  svg: { extension: 'svg', write: ({ layout }) => `${standaloneSvg(layout)}\n` },
  png: { extension: 'png', write: png },
  mermaid: { extension: 'mmd', write: mermaid },
  scxml: { extension: 'scxml', write: scxml },
  json: { extension: 'json', write: json },
  html: { extension: 'html', write: html },
};
