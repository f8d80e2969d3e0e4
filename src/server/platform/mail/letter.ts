/** Points of a list, one a line. */
export function points(texts: readonly string[]): string {
  return texts.map((text) => `– ${text}`).join('\n');
}

/** A plain-text mail: paragraphs apart by a blank line, empty ones left out. */
export function letter(...paragraphs: readonly string[]): string {
  return `${paragraphs
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')}\n`;
}
