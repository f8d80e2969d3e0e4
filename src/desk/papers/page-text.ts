import type { PDFPageProxy } from 'pdfjs-dist';
import type { PageText, TextRun } from './text-lines.ts';

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
type Item = Extract<TextContent['items'][number], { str: string }>;

/** Limits for a page. The text after them is not compared. */
const MAX_RUNS = 5000;
const MAX_CHARACTERS = 100_000;

/** Reads the text layer of a PDF page. Positions ignore the rotation that the user chose. */
export async function readPageText(page: PDFPageProxy): Promise<PageText> {
  const viewport = page.getViewport({ scale: 1 });
  const runs: TextRun[] = [];
  const reader = page.streamTextContent().getReader();
  for (let characters = 0; runs.length < MAX_RUNS && characters < MAX_CHARACTERS; ) {
    const { done, value } = await reader.read();
    if (done) break;
    const { items, styles } = value as Pick<TextContent, 'styles'> & { items: Item[] };
    for (const item of items) {
      const style = styles[item.fontName];
      const run = style?.vertical ? null : runOf(item, viewport.transform, style?.fontFamily);
      if (!run || run.text.length > MAX_CHARACTERS) continue;
      runs.push(run);
      characters += run.text.length;
    }
  }
  await reader.cancel();
  return { width: viewport.width, height: viewport.height, runs };
}

/** Scripts from Hebrew to Arabic, and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

function runOf(
  { str, dir, transform, width }: Item,
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: number[],
  family = 'sans-serif',
): TextRun | null {
  const map = (x: number, y: number) => ({ x: a * x + c * y, y: b * x + d * y });
  const [ax, ay, ux, uy, x, y] = transform as [number, number, number, number, number, number];
  const [along, up] = [map(ax, ay), map(ux, uy)];
  const [scale, size] = [Math.hypot(along.x, along.y), Math.hypot(up.x, up.y)];
  // Skips runs that contain only spaces: they may be invisible, but would close a gap in a line.
  if (!str.trim() || !scale || !size) return null;
  const start = map(x, y);
  return {
    text: str,
    start: { x: start.x + e, y: start.y + f },
    along: { x: along.x / scale, y: along.y / scale },
    up: { x: up.x / size, y: up.y / size },
    length: width * Math.hypot(a, b),
    size,
    isRightToLeft: dir === 'rtl' || RIGHT_TO_LEFT.test(str),
    family,
  };
}
