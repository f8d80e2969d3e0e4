import type { Page } from '@playwright/test';
import type { Chart } from '../drawing/chart.ts';
import { html } from './html.ts';
import { standaloneSvg } from './svg.ts';

/** The picture drawn by Chromium, two pixels a unit. @param executablePath of the browser */
export function png({ layout }: Chart, executablePath: string): Promise<Buffer> {
  return inChromium(executablePath, async (page) => {
    const { width, height } = layout;
    await page.setViewportSize({ width, height });
    await page.setContent(
      `<!doctype html><style>body{margin:0;background:#fff}svg{display:block}</style>${standaloneSvg(layout)}`,
    );
    return page.screenshot();
  });
}

/**
 * The page of {@link html} as Chromium prints it: lines and letters, tagged, an outline of its
 * headings. @param executablePath of the browser
 */
export function pdf(chart: Chart, executablePath: string): Promise<Buffer> {
  return inChromium(executablePath, async (page) => {
    await page.setContent(html(chart));
    return page.pdf({ preferCSSPageSize: true, tagged: true, outline: true });
  });
}

async function inChromium(
  executablePath: string,
  draw: (page: Page) => Promise<Buffer>,
): Promise<Buffer> {
  // The other formats start without Playwright.
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    return await draw(await browser.newPage({ deviceScaleFactor: 2 }));
  } finally {
    await browser.close();
  }
}
