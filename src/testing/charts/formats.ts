import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { launchChromium, NoChromium } from '#build/browser/find-chromium.ts';
import { html } from '#lib/statechart/chart-formats/html.ts';
import { NoFont, pdf, png } from '#lib/statechart/chart-formats/in-chromium.ts';
import { mermaid } from '#lib/statechart/chart-formats/mermaid.ts';
import { standaloneSvg } from '#lib/statechart/chart-formats/svg.ts';
import type { Chart } from '#lib/statechart/drawing/chart.ts';
import { UsageError } from '#tools/usage.ts';

export const formatNames = ['svg', 'png', 'mermaid', 'html', 'pdf'] as const;
export type FormatName = (typeof formatNames)[number];

/** A format's file extension, and its writer. */
export interface Format {
  extension: string;
  write(chart: Chart): string | Promise<string | Buffer>;
}

export const formats: Record<FormatName, Format> = {
  svg: { extension: 'svg', write: ({ layout }) => `${standaloneSvg(layout)}\n` },
  png: { extension: 'png', write: (chart) => drawn(png, chart) },
  mermaid: { extension: 'mmd', write: mermaid },
  html: { extension: 'html', write: (chart) => html(chart) },
  pdf: { extension: 'pdf', write: (chart) => drawn(pdf, chart) },
};

async function drawn(draw: typeof pdf, chart: Chart): Promise<Buffer> {
  const launch = async () => (await launchChromium()).browser;
  try {
    return await draw(chart, { launch, fonts: fontFaces() });
  } catch (error) {
    const isTold = error instanceof NoChromium || error instanceof NoFont;
    throw isTold ? new UsageError(error.message) : error;
  }
}

const { resolve } = createRequire(import.meta.url);

/**
 * The product's own font, and one for arrows and other signs that it lacks, so that a chart looks the
 * same on every machine. Only Chinese needs a font of the system.
 */
function fontFaces(): string {
  const style = resolve('@fontsource-variable/atkinson-hyperlegible-next/wght.css');
  const own = readFileSync(style, 'utf8').replace(
    /url\((\S+)\)/g,
    (_, file: string) => `url(${dataUrl(join(dirname(style), file))})`,
  );
  const signs = resolve('@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2');
  return `${own}@font-face{font-family:"Noto Sans Math";src:url(${dataUrl(signs)})}`;
}

const dataUrl = (font: string) => `data:font/woff2;base64,${readFileSync(font, 'base64')}`;
