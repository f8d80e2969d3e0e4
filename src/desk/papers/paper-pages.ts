import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { PageText, TextRun } from './text-lines.ts';

export interface PaperPage {
  number: number;
  /** Width divided by height, for the layout before the page is drawn. */
  ratio: number;
  draw(canvas: HTMLCanvasElement, as?: Drawing): Promise<void>;
  /** Absent for pictures, which have no text layer. */
  readText?: () => Promise<PageText>;
}

export interface Drawing {
  /** Clockwise. */
  turn: Turn;
  /** In pixels. */
  width?: number;
}

export type Turn = 0 | 90 | 180 | 270;

export interface Paper {
  pages: readonly PaperPage[];
  /** Paragraphs of a text document, which has no pages. */
  paragraphs?: readonly string[];
  close: () => void;
}

export async function openPaper(content: Blob, name: string): Promise<Paper> {
  if (/\.pdf$/i.test(name)) return openPdf(content);
  if (!/\.docx$/i.test(name)) return openPicture(content);
  const { readDocx } = await import('./docx-text.ts');
  return { pages: [], paragraphs: await readDocx(content), close() {} };
}

async function openPicture(content: Blob): Promise<Paper> {
  const bitmap = await createImageBitmap(content);
  const draw = async (canvas: HTMLCanvasElement, { turn, width: most = MAX_SIDE } = upright) => {
    const { width, height } = pictureSize(bitmap, most);
    const [across, down] = turn % 180 === 0 ? [width, height] : [height, width];
    canvas.width = across;
    canvas.height = down;
    const context = canvas.getContext('2d');
    context?.translate(across / 2, down / 2);
    context?.rotate((turn * Math.PI) / 180);
    context?.drawImage(bitmap, -width / 2, -height / 2, width, height);
  };
  return {
    pages: [{ number: 1, ratio: bitmap.width / bitmap.height, draw }],
    close: () => bitmap.close(),
  };
}

async function openPdf(content: Blob): Promise<Paper> {
  const [{ getDocument, GlobalWorkerOptions, version }, { default: worker }] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?url'),
  ]);
  GlobalWorkerOptions.workerSrc = worker;
  const data = `/assets/pdfjs-${version}`;
  const task = getDocument({
    data: new Uint8Array(await content.arrayBuffer()),
    // Draws glyphs as outlines instead of loading fonts from the file.
    disableFontFace: true,
    enableXfa: false,
    // The content security policy forbids WebAssembly. The decoders also exist in JavaScript.
    useWasm: false,
    wasmUrl: `${data}/wasm/`,
    cMapUrl: `${data}/cmaps/`,
    standardFontDataUrl: `${data}/standard_fonts/`,
    iccUrl: `${data}/iccs/`,
  });
  const document = await task.promise;
  const first = await document.getPage(1);
  const { width, height } = first.getViewport({ scale: 1 });
  // Other pages are read when they come into view, so that long files open as fast as short ones.
  const pages = Array.from({ length: document.numPages }, (_, index) => ({
    number: index + 1,
    ratio: width / height,
    draw: (canvas: HTMLCanvasElement, as = upright) => drawPage(document, index + 1, canvas, as),
    readText: () => document.getPage(index + 1).then(readPageText),
  }));
  return { pages, close: () => void task.destroy() };
}

async function drawPage(
  document: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  { turn, width }: Drawing,
): Promise<void> {
  const page = await document.getPage(number);
  const rotation = (page.rotate + turn) % 360;
  const scale = pageScale(page.getViewport({ scale: 1, rotation }), width);
  const viewport = page.getViewport({ scale, rotation });
  canvas.width = viewport.width;
  canvas.height = viewport.height;
  // Transparent until it is drawn. The renderer would create an opaque context, which is black.
  canvas.getContext('2d');
  await page.render({ canvas, viewport }).promise;
}

const upright: Drawing = { turn: 0 };

const WIDTH = 1400;
/** Maximum canvas side in pixels. Browsers leave a larger canvas empty without an error. */
const MAX_SIDE = 4096;
const MAX_HEIGHT = 8192;

interface Size {
  width: number;
  height: number;
}

export const pageScale = ({ width, height }: Size, most = WIDTH) =>
  Math.min(most / width, MAX_HEIGHT / height);

export function pictureSize({ width, height }: Size, most = MAX_SIDE): Size {
  const scale = Math.min(1, most / width, MAX_SIDE / height);
  const drawn = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: drawn(width), height: drawn(height) };
}

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
type Item = Extract<TextContent['items'][number], { str: string }>;

/** Limits for a page. The text after them is not compared. */
const MAX_RUNS = 5000;
const MAX_CHARACTERS = 100_000;

/** Reads the text layer of a PDF page. Positions ignore the rotation that the user chose. */
async function readPageText(page: PDFPageProxy): Promise<PageText> {
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
