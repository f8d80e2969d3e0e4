import type { Chart } from '../drawing/chart.ts';
import { standaloneSvg } from './svg.ts';

/** The picture drawn by Chromium, two pixels a unit. @param executablePath of the browser */
export async function png({ layout }: Chart, executablePath: string): Promise<Buffer> {
  // The other formats start without Playwright.
  const { chromium } = await import('@playwright/test');
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
