import type { CourseEdge } from './course.ts';
import type { Goal } from './goal.ts';
import { edgesTo, shortestFrom, type Walk, walkOf, withoutBeginnings } from './walk.ts';

/** The shortest path to each item; those that only begin another one are left out. */
export function shortestPlan({ items, course }: Goal): Walk[] {
  const { by, distance } = shortestFrom(course, 0);
  const nearest: (CourseEdge | undefined)[] = new Array(items.length).fill(undefined);
  for (const edge of course.edges)
    for (const item of edge.items) {
      const known = nearest[item];
      if (!known || (distance[edge.from] ?? 0) < (distance[known.from] ?? 0)) nearest[item] = edge;
    }
  return withoutBeginnings(
    nearest.flatMap((edge) => (edge ? [walkOf([...edgesTo(by, edge.from), edge])] : [])),
  );
}
