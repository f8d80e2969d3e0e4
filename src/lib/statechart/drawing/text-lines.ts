const fontSizesPx = {
  label: 14.5,
  activity: 12.5,
  event: 13,
  effect: 12.5,
  sender: 12.5,
  note: 13,
};
export type LineKind = keyof typeof fontSizesPx;
export const lineKinds = Object.keys(fontSizesPx) as LineKind[];

export interface TextLine {
  kind: LineKind;
  text: string;
}

export const LINE_HEIGHT = 16;

export const LABEL_PADDING_PX = 2;

export const fontSize = (kind: LineKind): number => fontSizesPx[kind];

/**
 * Returns the maximum width of a line, px. Charts are laid out where text cannot be measured, so
 * this assumes the widest of the common sans-serif fonts. A test compares it with a browser.
 */
export function lineWidth({ kind, text }: TextLine): number {
  const heavy = kind === 'label' || kind === 'event' || kind === 'note' ? 1.08 : 1;
  return (
    [...text].reduce((sum, character) => sum + share(character), 0) * fontSizesPx[kind] * heavy
  );
}

function share(character: string): number {
  if ((character.codePointAt(0) ?? 0) >= 0x2e80) return 1;
  if (/[mwMW@%—…]/.test(character)) return 0.95;
  if (/[A-Z&ÀÁÉÍÓÚ×→]/.test(character)) return 0.74;
  if (/[iljI.,:;|!'’ ]/.test(character)) return 0.36;
  if (/[ftr()[\]/-]/.test(character)) return 0.46;
  return 0.64;
}

/** Wraps text at spaces to at most `most` px. A single longer word is not split. */
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
