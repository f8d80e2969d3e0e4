import type { ChartLayout } from './chart-layout.ts';
import { fontSize, type TextLine } from './text-lines.ts';

/** Sheets of ISO 216, landscape, mm, smallest first. */
const sheets = [
  { name: 'A4', width: 297, height: 210 },
  { name: 'A3', width: 420, height: 297 },
  { name: 'A2', width: 594, height: 420 },
] as const;

/** Of a printed page, mm: the margin on every side, and what the title above a picture takes. */
export const PAPER_MARGIN = 6;
const TITLE_HEIGHT = 20;

/** Points below which print is hard to read. */
const LEAST_POINTS = 7;

const MM_PER_PIXEL = 25.4 / 96;
const POINTS_PER_PIXEL = 0.75;

export interface Sheet {
  name: (typeof sheets)[number]['name'];
  /** Of the sheet, mm. */
  width: number;
  height: number;
  /** Width of the picture on it, mm: whole, and never larger than it is drawn. */
  picture: number;
}

/** The smallest sheet on which a whole picture's smallest words can be read; else the largest. */
export function sheetOf(layout: ChartLayout): Sheet {
  const smallest = Math.min(...linesIn(layout).map(({ kind }) => fontSize(kind)));
  const fitted = sheets.map((sheet) => {
    const room = { width: sheet.width - 2 * PAPER_MARGIN, height: sheet.height - 2 * PAPER_MARGIN };
    const scale = Math.min(
      1,
      room.width / MM_PER_PIXEL / layout.width,
      (room.height - TITLE_HEIGHT) / MM_PER_PIXEL / layout.height,
    );
    return { sheet, scale, picture: layout.width * scale * MM_PER_PIXEL };
  });
  const isLegible = ({ scale }: { scale: number }) =>
    smallest * scale * POINTS_PER_PIXEL >= LEAST_POINTS;
  const [largest] = fitted.slice(-1) as [(typeof fitted)[number]];
  const { sheet, picture } = fitted.find(isLegible) ?? largest;
  return { ...sheet, picture: Math.floor(picture) };
}

function linesIn({ states, arrows, rails }: ChartLayout): TextLine[] {
  return [
    ...states.flatMap(({ lines }) => lines),
    ...arrows.flatMap(({ label }) => label.lines),
    ...rails.flatMap(({ lines }) => lines),
  ];
}
