export interface PaperPage {
  number: number;
  /** Width divided by height, for the layout before the page is drawn. */
  ratio: number;
  draw(canvas: HTMLCanvasElement): Promise<void>;
}

export async function openPaper(
  content: Blob,
  name: string,
): Promise<{ pages: readonly PaperPage[]; close: () => void }> {
  return /\.pdf$/i.test(name) ? openPdf(content) : openPicture(content);
}

async function openPicture(content: Blob) {
  const bitmap = await createImageBitmap(content);
  const draw = async (canvas: HTMLCanvasElement) => {
    const { width, height } = pictureSize(bitmap);
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
  };
  return {
    pages: [{ number: 1, ratio: bitmap.width / bitmap.height, draw }],
    close: () => bitmap.close(),
  };
}

async function openPdf(content: Blob) {
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
    async draw(canvas: HTMLCanvasElement) {
      const page = await document.getPage(index + 1);
      const viewport = page.getViewport({ scale: pageScale(page.getViewport({ scale: 1 })) });
      canvas.width = viewport.width;
      canvas.height = viewport.height;
      await page.render({ canvas, viewport }).promise;
    },
  }));
  return { pages, close: () => void task.destroy() };
}

const WIDTH = 1400;
/** Maximum canvas side in pixels. Browsers leave a larger canvas empty without an error. */
const MAX_SIDE = 4096;
const MAX_HEIGHT = 8192;

interface Size {
  width: number;
  height: number;
}

export const pageScale = ({ width, height }: Size) => Math.min(WIDTH / width, MAX_HEIGHT / height);

export function pictureSize({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_SIDE / width, MAX_SIDE / height);
  const drawn = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: drawn(width), height: drawn(height) };
}
