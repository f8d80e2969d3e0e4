import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';

/** States and transitions whose text, or name, has the words in it; null when nothing is sought. */
export function matches(
  { states, arrows, rails }: ChartLayout,
  sought: string,
): ReadonlySet<string> | null {
  const wanted = sought.trim().toLocaleLowerCase();
  if (!wanted) return null;
  const places = [
    ...states.map(({ id, lines }) => ({ id, lines })),
    ...arrows.flatMap(({ rail, transitions, label }) => {
      const gathered = rails.find(({ id }) => id === rail)?.lines ?? [];
      return transitions.map((id) => ({ id, lines: [...gathered, ...label.lines] }));
    }),
  ];
  const found = places.filter(({ id, lines }) =>
    [id, ...lines.map(({ text }) => text)].join(' ').toLocaleLowerCase().includes(wanted),
  );
  return new Set(found.map(({ id }) => id));
}
