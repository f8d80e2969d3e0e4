/** One page of a paper, ready to be drawn. */
export interface PaperPage {
  /** From 1 on. */
  number: number;
  draw(canvas: HTMLCanvasElement): void;
}

/** Pixels across a page, enough for small print on a sharp screen. */
const WIDTH = 1400;
/** Pages shown; a longer file is read elsewhere. */
const MOST_PAGES = 30;

/** The pages of a picture or PDF. Throws when the content is neither. */
export async function openPaper(
  content: Blob,
  name: string,
): Promise<{ pages: readonly PaperPage[]; close: () => void }> {
  return /\.pdf$/i.test(name) ? openPdf(content) : openPicture(content);
}

async function openPicture(content: Blob) {
  const bitmap = await createImageBitmap(content);
  const draw = (canvas: HTMLCanvasElement) => {
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  };
  return { pages: [{ number: 1, draw }], close: () => bitmap.close() };
}

async function openPdf(content: Blob) {
  const [{ getDocument, GlobalWorkerOptions }, { default: worker }] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?url'),
  ]);
  GlobalWorkerOptions.workerSrc = worker;
  const task = getDocument({
    data: new Uint8Array(await content.arrayBuffer()),
    // Glyphs are drawn as outlines: the page takes no font from a file.
    disableFontFace: true,
    enableXfa: false,
    useWasm: false,
  });
  const document = await task.promise;
  const count = Math.min(document.numPages, MOST_PAGES);
  const pages = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const page = await document.getPage(index + 1);
      const scale = WIDTH / page.getViewport({ scale: 1 }).width;
      const viewport = page.getViewport({ scale });
      return {
        number: page.pageNumber,
        draw(canvas: HTMLCanvasElement) {
          canvas.width = viewport.width;
          canvas.height = viewport.height;
          page.render({ canvas, viewport });
        },
      };
    }),
  );
  return { pages, close: () => void task.destroy() };
}
