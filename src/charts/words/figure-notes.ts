import { msg, type Translate } from '#lib/words/msg.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { regional } from '#ui/format/dates.ts';
import { formatNumber, formatShare } from '#ui/format/numbers.ts';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Formats a duration in ms in its largest unit, at least one minute; a dash for null. */
export function formatDuration(ms: number | null, language: string): string {
  if (ms === null) return '–';
  const [unit, size] = units.find(([, least]) => ms >= least) ?? units[2];
  const format = new Intl.NumberFormat(regional(language), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'minute' ? 0 : 1,
  });
  return ms < size ? `< ${format.format(1)}` : format.format(ms / size);
}

interface Wording {
  translate: Translate;
  language: string;
}

type Figures = CallData<'chartFigures'>;
type StateFigures = Pick<
  Figures['states'][number],
  'now' | 'overdue' | 'entered' | 'median' | 'p90'
>;
type TransitionFigures = Omit<Figures['transitions'][number], 'id'>;

export const overlays = ['counts', 'stay', 'late'] as const;
export type Overlay = (typeof overlays)[number];

export function stateNotes(
  { translate, language }: Wording,
  figures: StateFigures,
  overlay?: Overlay,
): string[] {
  const { now, overdue, entered, median, p90 } = figures;
  const count = (value: number) => formatNumber(value, language);
  const duration = (ms: number | null) => formatDuration(ms, language);
  const present =
    overdue > 0 && overlay !== 'counts'
      ? translate(msg`now ${{ count: count(now) }}, late ${{ late: count(overdue) }}`)
      : translate(msg`now ${{ count: count(now) }}`);
  const passed = translate(msg`entered ${{ count: count(entered) }}`);
  const stay = median === null ? '' : `½ ${duration(median)} · 90 % ${duration(p90)}`;
  if (overlay === 'late') return overdue > 0 ? [present] : [];
  if (overlay === 'stay') return [stay];
  return overlay === 'counts' ? [present, passed] : [present, passed, stay];
}

export function transitionNotes(
  { language }: Pick<Wording, 'language'>,
  figures: TransitionFigures,
  overlay?: Overlay,
): string[] {
  const { count, share, repeats, median } = figures;
  const back = repeats ? ` · ↻ ${formatNumber(repeats, language)}` : '';
  const taken = `${formatNumber(count, language)} · ${formatShare(share, language)}${back}`;
  const wait = median === null ? '' : `½ ${formatDuration(median, language)}`;
  if (overlay === 'late') return [];
  if (overlay === 'stay') return [wait];
  return overlay === 'counts' ? [taken] : [taken, wait];
}
