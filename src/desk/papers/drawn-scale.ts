/** Pixels across a page, enough for small print on a sharp screen. */
const WIDTH = 1400;
/** Most pixels of a side: a canvas that is too large stays empty in every browser, without an error. */
const MOST = 4096;
/** The same of a page that is far higher than wide, such as a receipt. */
const MOST_HEIGHT = 8192;

interface Size {
  width: number;
  height: number;
}

/** Scale at which a page of a document is drawn, from its size in points. */
export const pageScale = ({ width, height }: Size) => Math.min(WIDTH / width, MOST_HEIGHT / height);

/** Size in pixels at which a picture is drawn: its own, unless that is too large. */
export function pictureSize({ width, height }: Size): Size {
  const scale = Math.min(1, MOST / width, MOST / height);
  const drawn = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: drawn(width), height: drawn(height) };
}
