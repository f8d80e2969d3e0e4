import type { Browser, Page } from '@playwright/test';
import type { Chart } from '../drawing/lay-out.ts';
import { html } from './html.ts';
import { standaloneSvg } from './svg.ts';

export class NoFont extends Error {}

/** Browser that draws charts. `fonts` is CSS that embeds the fonts. */
interface Drawer {
  launch(): Promise<Browser>;
  fonts: string;
}

const NOWHERE = '\u{10fffd}';

/** @throws NoFont */
export function png({ layout }: Chart, drawer: Drawer): Promise<Buffer> {
  return inChromium(drawer, async (page) => {
    const { width, height } = layout;
    await page.setViewportSize({ width, height });
    await page.setContent(
      `<!doctype html><style>body{margin:0;background:#fff}svg{display:block}</style>${standaloneSvg(layout)}`,
    );
    await loadFonts(page, drawer);
    return page.screenshot();
  });
}

export function pdf(chart: Chart, drawer: Drawer): Promise<Buffer> {
  return inChromium(drawer, async (page) => {
    await page.setContent(html(chart));
    await loadFonts(page, drawer);
    return page.pdf({ preferCSSPageSize: true, tagged: true, outline: true });
  });
}

async function loadFonts(page: Page, { fonts }: Drawer): Promise<void> {
  await page.addStyleTag({ content: fonts });
  await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())));
  await expectFonts(page);
}

/** Throws {@link NoFont} for characters drawn like {@link NOWHERE}, which is in no font. */
async function expectFonts(page: Page): Promise<void> {
  const missing = await page.evaluate((nowhere) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 32;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return '';
    context.font = `24px ${getComputedStyle(document.querySelector('svg text') ?? document.body).fontFamily}`;
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
  { launch }: Drawer,
  draw: (page: Page) => Promise<Buffer>,
): Promise<Buffer> {
  const browser = await launch();
  try {
    return await draw(await browser.newPage({ deviceScaleFactor: 2 }));
  } finally {
    await browser.close();
  }
}
