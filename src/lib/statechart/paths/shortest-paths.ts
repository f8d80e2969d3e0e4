import type { CourseEdge } from './coverage-graph.ts';
import type { TestRequirement } from './test-requirement.ts';
import { edgesTo, shortestFrom, type Walk, walkOf, withoutBeginnings } from './walk.ts';

/** The shortest path to each item; those that only begin another one are left out. */
export function shortestPlan(goal: TestRequirement): Walk[] {
  return withoutBeginnings([...shortestWalks(goal).values()]);
}

/** By item, the shortest path that ends with it. */
export function shortestWalks({ items, course }: TestRequirement): Map<string, Walk> {
  const { by, distance } = shortestFrom(course, 0);
  const nearest = new Map<number, CourseEdge>();
  for (const edge of course.edges)
    for (const item of edge.items) {
      const known = nearest.get(item);
      if (!known || (distance[edge.from] ?? 0) < (distance[known.from] ?? 0))
        nearest.set(item, edge);
    }
  return new Map(
    items.flatMap((item, index): [string, Walk][] => {
      const edge = nearest.get(index);
      return edge ? [[item, walkOf([...edgesTo(by, edge.from), edge])]] : [];
    }),
  );
}
