/** The longest name of a sheet, in UTF-16 units. */
const MAX_NAME = 31;
const FORBIDDEN = /[[\]:*?/\\\p{Cc}]/gu;

/** Gives sheets names that Excel accepts: at most 31 characters, none forbidden, each once. */
export class SheetNames {
  readonly #taken = new Set<string>();

  /** @param part 1 for a sheet, 2 and more for its continuations */
  take(wanted: string, part: number): string {
    const clean = wanted.replace(FORBIDDEN, ' ').replace(/^['\s]+|['\s]+$/g, '') || 'Sheet';
    for (let number = part; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`;
      const name = cut(clean, MAX_NAME - suffix.length) + suffix;
      if (this.#taken.has(name.toLowerCase())) continue;
      this.#taken.add(name.toLowerCase());
      return name;
    }
  }
}

/** Cuts without splitting a surrogate pair. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
