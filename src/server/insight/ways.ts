import { normalCourseOf } from '#applications/replay/application-graph.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { ApplicationState } from '#contract/stored-application.ts';
import { stateNumberOf, stateOfNumber } from './state-numbers.ts';
import { type CourseTally, sum } from './tallies.ts';

type Ways = Pick<DataOf<typeof endpoints.chartFigures>, 'variants' | 'variantCount' | 'normal'>;

const VARIANTS = 20;

/** The commonest ways through the chart, how many there are, and how many went the normal course. */
export function waysOf(courses: readonly CourseTally[]): Ways {
  // A trace through a state of an earlier release is none of the chart's.
  const known = courses.filter(({ codes }) => !codes.includes('-'));
  const variants = [...Map.groupBy(known, ({ codes, kind }) => `${codes} ${kind}`).values()]
    .map((group) => {
      const [{ codes, kind }] = group as [CourseTally];
      const count = sum(group, (each) => each.count);
      return { kind, codes, count, isNormal: codes === normalCodes(kind) };
    })
    .sort((a, b) => b.count - a.count || (a.codes < b.codes ? -1 : 1));
  return {
    variants: variants
      .slice(0, VARIANTS)
      .map(({ codes, ...variant }) => ({ ...variant, states: statesOf(codes) })),
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

function statesOf(codes: string): ApplicationState[] {
  return codes.split('>').map((one) => stateOfNumber(Number(one)));
}
