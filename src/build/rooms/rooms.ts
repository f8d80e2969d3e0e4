/**
 * Returns the room of a source file: `lib/statechart`, `server/platform`, `portal`. Files that
 * compose rooms have their own room: `server` is the server's entry point, `pages` the browser's.
 */
export function roomOf(file: string): string | null {
  const [top = '', first = '', second = '', third] = file.split('/');
  if (top === 'machines') return top;
  if (top !== 'src') return null;
  if (second === '') return 'pages';
  if (first !== 'server' && first !== 'lib') return first;
  return third === undefined ? first : `${first}/${second}`;
}

const boxes: Record<string, readonly string[]> = {
  pages: ['portal', 'desk', 'charts'],
  server: ['server/site', 'server/operations', 'demo'],
  tools: ['testing', 'build'],
};

export function boxOf(file: string): string | null {
  const room = roomOf(file);
  if (room?.startsWith('lib/')) return 'lib';
  const box = Object.entries(boxes).find(([, rooms]) => room !== null && rooms.includes(room));
  return box?.[0] ?? room;
}
