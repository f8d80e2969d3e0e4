import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { ApplicationState } from '#contract/stored-application.ts';
import { normalCourseOf } from '#forms/replay/application-graph.ts';
import { stateNumberOf, stateOfNumber } from './state-numbers.ts';
import { type CourseTally, sum } from './tallies.ts';

type Ways = Pick<DataOf<typeof endpoints.chartFigures>, 'variants' | 'variantCount' | 'normal'>;

const VARIANTS = 20;

/** The commonest ways through the chart, how many there are, and how many went the normal course. */
export function waysOf(courses: readonly CourseTally[]): Ways {
  const variants = [...Map.groupBy(courses, ({ codes, kind }) => `${codes} ${kind}`).values()]
    .flatMap((group) => {
      const [{ codes, kind }] = group as [CourseTally];
      const states = statesOf(codes);
      // A trace through a state of an earlier release is none of the chart's.
      if (states === null) return [];
      const count = sum(group, (each) => each.count);
      return { kind, codes, states, count, isNormal: codes === normalCodes(kind) };
    })
    .sort((a, b) => b.count - a.count || (a.codes < b.codes ? -1 : 1));
  return {
    variants: variants.slice(0, VARIANTS).map(({ codes: _, ...variant }) => variant),
    variantCount: variants.length,
    normal: sum(variants, ({ isNormal, count }) => (isNormal ? count : 0)),
  };
}

/** How many entered a state again. */
export function reworkedOf(courses: readonly CourseTally[]): number {
  return sum(courses, ({ codes, count }) => {
    const states = codes.split('>');
    return new Set(states).size < states.length ? count : 0;
  });
}

const normalCodes = (kind: CourseTally['kind']) =>
  normalCourseOf(kind).map(stateNumberOf).join('>');

/** The states of a trace; null where this release does not have one of them. */
function statesOf(codes: string): ApplicationState[] | null {
  const states = codes.split('>').map((one) => stateOfNumber(Number(one)));
  return states.every((state) => state !== null) ? states : null;
}
