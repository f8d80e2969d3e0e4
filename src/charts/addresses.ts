import { outcomes } from '#contract/figure-codes.ts';
import type { Drawing } from '#lib/statechart/drawing/draw-chart.ts';
import type { CallInput } from '#ui/calls/call-types.ts';
import { isDay } from '#ui/format/dates.ts';

export const CATALOGUE = '/charts';

export function addressOf(search: URLSearchParams): NonNullable<Drawing['address']> {
  return (kind, id) => {
    const next = new URLSearchParams(search);
    next.delete('state');
    next.delete('transition');
    next.set(kind, id);
    return `?${next}`;
  };
}

export function chosenBy(search: URLSearchParams): string | null {
  return search.get('state') ?? search.get('transition');
}

export type Filter = CallInput<'chartFigures'>;

export function readFilter(search: URLSearchParams): Filter {
  const kind = (['personal', 'public'] as const).find((each) => each === search.get('kind'));
  const outcome = outcomes.find((each) => each === search.get('outcome'));
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  return {
    ...(kind && { kind }),
    ...(outcome && { outcome }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}

export function casesAddress(filter: Filter, of: Record<string, string>): string {
  const parameters = { ...filter, ...of } as Record<string, string>;
  return `/charts/application/cases?${new URLSearchParams(parameters)}`;
}
