import { chromium } from '@playwright/test';
import { standaloneSvg } from '#lib/statechart/drawing/standalone-svg.ts';
import { findChromium, NoChromium } from '#tools/browser/find-chromium.ts';
import { UsageError } from '../../usage.ts';
import type { Chart } from '../chart.ts';

/** The picture drawn by Chromium, two pixels a unit. */
export async function png({ layout }: Chart): Promise<Buffer> {
  const executablePath = await findChromium().catch((error: unknown) => {
    throw error instanceof NoChromium ? new UsageError(error.message) : error;
  });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const { width, height } = layout;
    const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 });
    await page.setContent(
      `<!doctype html><style>body{margin:0;background:#fff}svg{display:block}</style>${standaloneSvg(layout)}`,
    );
    return await page.screenshot();
  } finally {
    await browser.close();
  }
}
