/** Shortens a text to whole words of at most `length` characters, followed by «…». */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length).replace(/(\s+\S*|[\uD800-\uDBFF])$/, '');
  return `${cut}…`;
}
