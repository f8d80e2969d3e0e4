/** Font sizes of the kinds of lines in a chart, px. */
const sizes = {
  label: 14.5,
  name: 12.5,
  activity: 12.5,
  event: 13,
  guard: 12.5,
  effect: 12.5,
  sender: 12.5,
  note: 12.5,
};
export type LineKind = keyof typeof sizes;
export const lineKinds = Object.keys(sizes) as LineKind[];

export interface TextLine {
  kind: LineKind;
  text: string;
}

/** Height of every line, px. */
export const LINE_HEIGHT = 16;

/** Room beside the text of an arrow's label, on both sides, px: lines keep away from it. */
export const LABEL_PADDING = 2;

/** Side of the sign that folds a box, px; it can be pressed at this size (WCAG 2.5.8). */
export const FOLD_SIGN = 28;

export const fontSize = (kind: LineKind): number => sizes[kind];

/**
 * The room a line takes at most, px. Nothing can measure text where charts are laid out, so this
 * takes the widest of the usual sans-serif faces; a test compares it with what a browser draws.
 */
export function lineWidth({ kind, text }: TextLine): number {
  const heavy = kind === 'label' || kind === 'event' || kind === 'note' ? 1.08 : 1;
  return [...text].reduce((sum, character) => sum + share(character), 0) * sizes[kind] * heavy;
}

/** Width of a character as a share of the font size. */
function share(character: string): number {
  if ((character.codePointAt(0) ?? 0) >= 0x2e80) return 1;
  if (/[mwMW@%—…]/.test(character)) return 0.95;
  if (/[A-Z&ÀÁÉÍÓÚ×→]/.test(character)) return 0.74;
  if (/[iljI.,:;|!'’ ]/.test(character)) return 0.36;
  if (/[ftr()[\]/-]/.test(character)) return 0.46;
  return 0.64;
}

/** Breaks a text between words, so that no line is wider than `most` px unless one word is. */
export function wrapped(kind: LineKind, text: string, most: number): TextLine[] {
  const lines: TextLine[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && lineWidth({ kind, text: longer }) > most) {
      lines.push({ kind, text: line });
      line = word;
    } else line = longer;
  }
  return [...lines, { kind, text: line }];
}
