import { pageScale, pictureSize } from './drawn-scale.ts';

/** One page of a paper, ready to be drawn. */
export interface PaperPage {
  /** From 1 on. */
  number: number;
  /** Width by height, before it is drawn. */
  ratio: number;
  /** Rejects when the page cannot be drawn. */
  draw(canvas: HTMLCanvasElement): Promise<void>;
}

/** The pages of a picture or PDF. Throws when the content is neither. */
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
    // Glyphs are drawn as outlines: the page takes no font from a file.
    disableFontFace: true,
    enableXfa: false,
    // The content security policy lets no WebAssembly run; the decoders are there as scripts, too.
    useWasm: false,
    wasmUrl: `${data}/wasm/`,
    cMapUrl: `${data}/cmaps/`,
    standardFontDataUrl: `${data}/standard_fonts/`,
    iccUrl: `${data}/iccs/`,
  });
  const document = await task.promise;
  const first = await document.getPage(1);
  const { width, height } = first.getViewport({ scale: 1 });
  // Only what comes into view is read: a long file begins as quickly as a short one.
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
