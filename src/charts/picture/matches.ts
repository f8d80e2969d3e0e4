import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';

/** States and arrows whose text, or name, has the words in it; null when nothing is sought. */
export function matches(
  { states, arrows }: ChartLayout,
  sought: string,
): ReadonlySet<string> | null {
  const wanted = sought.trim().toLocaleLowerCase();
  if (!wanted) return null;
  const places = [
    ...states.map(({ id, lines }) => ({ id, lines })),
    ...arrows.map(({ id, label }) => ({ id, lines: label.lines })),
  ];
  const found = places.filter(({ id, lines }) =>
    [id, ...lines.map(({ text }) => text)].join(' ').toLocaleLowerCase().includes(wanted),
  );
  return new Set(found.map(({ id }) => id));
}
