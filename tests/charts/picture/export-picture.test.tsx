import { charts } from 'virtual:chart-assets';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exportPicture, savePage } from '#charts/picture/export-picture.ts';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';
import type { Drawing } from '#lib/statechart/drawing/draw-chart.ts';

const report = await charts['report/en']?.();
const layout = report?.default.layout as ChartLayout;

/** Operations on the canvas, in their order. */
let drawn: unknown[][] = [];
const context = {
  fillStyle: '',
  fillRect: (...box: number[]) => drawn.push(['fill', context.fillStyle, ...box]),
  drawImage: (image: { isDecoded: boolean }, ...box: number[]) =>
    drawn.push(['image', image.isDecoded, ...box]),
};
const saved = () => {
  const [link] = vi.mocked(HTMLAnchorElement.prototype.click).mock.contexts;
  const { href, download } = link as HTMLAnchorElement;
  return { href, download };
};

beforeEach(() => {
  drawn = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.stubGlobal(
    'Image',
    class {
      src = '';
      isDecoded = false;
      async decode() {
        await Promise.resolve();
        this.isDecoded = this.src.startsWith('data:image/svg+xml');
      }
    },
  );
  vi.spyOn(window, 'getComputedStyle').mockReturnValue({
    backgroundColor: 'white',
  } as CSSStyleDeclaration);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(function png(
    this: HTMLCanvasElement,
    type,
  ) {
    return `data:${type},${this.width}x${this.height}`;
  });
});
const { Image } = globalThis;
afterEach(() => {
  vi.mocked(HTMLAnchorElement.prototype.click).mockRestore();
  vi.mocked(window.getComputedStyle).mockRestore();
  vi.mocked(HTMLCanvasElement.prototype.getContext).mockRestore();
  vi.mocked(HTMLCanvasElement.prototype.toDataURL).mockRestore();
  vi.stubGlobal('Image', Image);
});

test('a PNG has a high resolution and the page’s background, and is drawn after its source is decoded', async () => {
  await exportPicture('png', layout, {});
  const size = [2 * layout.width, 2 * layout.height] as const;
  expect(saved()).toEqual({ href: `data:image/png,${size.join('x')}`, download: 'report.png' });
  expect(drawn).toEqual([
    ['fill', 'white', 0, 0, ...size],
    ['image', true, 0, 0, ...size],
  ]);
  expect(document.querySelector('a[download]')).toBeNull();
});

test('nothing is saved if the browser cannot draw', async () => {
  vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null);
  await expect(exportPicture('png', layout, {})).rejects.toThrow(/cannot draw/);
  expect(HTMLAnchorElement.prototype.click).not.toHaveBeenCalled();
});

const headings = new Proxy({}, { get: (_, name) => String(name) });
const named = { states: {}, events: {}, guards: {}, actions: {} };
const labels = { title: 'Report', purpose: '', headings, ...named };
const graph = report?.default.graph;

test.each<[string, (drawing: Drawing) => unknown]>([
  ['a picture', (drawing) => exportPicture('svg', layout, drawing)],
  ['a page', (drawing) => savePage(layout, { graph, labels } as never, drawing)],
])('%s is saved with the marks on screen, but without links', async (_, save) => {
  const textOf = async (drawing: Drawing) => {
    vi.mocked(HTMLAnchorElement.prototype.click).mockClear();
    await save(drawing);
    return decodeURIComponent(saved().href);
  };
  const address = () => '/elsewhere';
  const plain = await textOf({ address });
  expect(plain).toContain(`viewBox="0 0 ${layout.width} ${layout.height}"`);
  expect(plain).not.toContain('/elsewhere');
  expect(await textOf({ address, marks: { delivered: { tone: 'bad' } } })).not.toBe(plain);
});
