/** The folder of a source file, e.g. `src/server/platform/http`. */
export const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'));

/**
 * The room of a source file: `lib/statechart`, `server/platform`, `portal`. Files that compose
 * rooms are by themselves: `server` is its entry, `pages` that of the browser.
 */
export function roomOf(file: string): string | null {
  const [top = '', first = '', second = '', third] = file.split('/');
  if (top === 'machines') return top;
  if (top !== 'src') return null;
  if (second === '') return 'pages';
  if (first !== 'server' && first !== 'lib') return first;
  return third === undefined ? first : `${first}/${second}`;
}
