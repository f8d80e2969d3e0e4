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
type StateFigures = Pick<Figures['states'][number], 'now' | 'overdue' | 'median'>;
type TransitionFigures = Pick<Figures['transitions'][number], 'share'>;

/** @param corrections number of exits that are listed in the state's box instead of drawn */
export function stateNotes(
  { translate, language }: Wording,
  { now, overdue, median, corrections }: StateFigures & { corrections: number },
): string[] {
  const count = formatNumber(now, language);
  const late = formatNumber(overdue, language);
  return [
    overdue > 0
      ? translate(msg`now ${{ count }}, late ${{ late }}`)
      : translate(msg`now ${{ count }}`),
    median === null ? '' : translate(msg`median ${{ duration: formatDuration(median, language) }}`),
    corrections === 0
      ? ''
      : translate(msg`corrections ${{ count: formatNumber(corrections, language) }}`),
  ].filter((note) => note !== '');
}

export function transitionNotes(
  { language }: Pick<Wording, 'language'>,
  { share }: TransitionFigures,
): string[] {
  return [formatShare(share, language)];
}
