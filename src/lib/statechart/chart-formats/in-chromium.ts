import type { Page } from '@playwright/test';
import type { Chart } from '../drawing/chart.ts';
import { html } from './html.ts';
import { standaloneSvg } from './svg.ts';

/** Thrown where the browser has boxes instead of the characters of a chart's words. */
export class NoFont extends Error {}

/** A character that no font has. */
const NOWHERE = '\u{10fffd}';

/**
 * The picture drawn by Chromium, two pixels a unit.
 * @param executablePath of the browser
 * @throws NoFont
 */
export function png({ layout }: Chart, executablePath: string): Promise<Buffer> {
  return inChromium(executablePath, async (page) => {
    const { width, height } = layout;
    await page.setViewportSize({ width, height });
    await page.setContent(
      `<!doctype html><style>body{margin:0;background:#fff}svg{display:block}</style>${standaloneSvg(layout)}`,
    );
    await expectFonts(page);
    return page.screenshot();
  });
}

/**
 * The page of {@link html} as Chromium prints it: lines and letters, tagged, an outline of its
 * headings.
 * @param executablePath of the browser
 * @throws NoFont
 */
export function pdf(chart: Chart, executablePath: string): Promise<Buffer> {
  return inChromium(executablePath, async (page) => {
    await page.setContent(html(chart));
    await expectFonts(page);
    return page.pdf({ preferCSSPageSize: true, tagged: true, outline: true });
  });
}

/** A character without a font is drawn as the same box as one that no font can have. */
async function expectFonts(page: Page): Promise<void> {
  const missing = await page.evaluate((nowhere) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 32;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return '';
    context.font = '24px sans-serif';
    const drawn = (character: string) => {
      context.clearRect(0, 0, 32, 32);
      context.fillText(character, 2, 26);
      return context.getImageData(0, 0, 32, 32).data.join();
    };
    const box = drawn(nowhere);
    const characters = new Set(document.documentElement.textContent?.replace(/\s/g, ''));
    return [...characters].filter((character) => drawn(character) === box).join('');
  }, NOWHERE);
  if (missing)
    throw new NoFont(
      `No font of this machine has «${missing.slice(0, 12)}»: install one (Debian: apt install fonts-noto-cjk).`,
    );
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
