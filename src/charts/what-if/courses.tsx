import { useLingui } from '@lingui/react/macro';
import { useFigureWords } from '#charts/figures/use-figure-words.ts';
import { ChartTable } from '#charts/machine/chart-table.tsx';
import type { Course } from '#contract/what-if.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import styles from './what-if.module.css';

type CoursesProps = Pick<CallData<'chartWhatIf'>, 'measured' | 'today' | 'whatIf'>;

/** What was measured, what is simulated as things are with its error, and what might be. */
export function Courses({ measured, today, whatIf }: CoursesProps) {
  const { t } = useLingui();
  const { count, percent, duration } = useFigureWords();
  const figures: { label: string; of: (course: Course) => number | null; isTime: boolean }[] = [
    { label: t`Half have ended after`, of: ({ median }) => median, isTime: true },
    { label: t`Nine in ten have ended after`, of: ({ p90 }) => p90, isTime: true },
    { label: t`Wait for the desk (median)`, of: ({ desk }) => desk, isTime: true },
    { label: t`Approved`, of: ({ approved }) => approved, isTime: false },
    { label: t`Ended because no answer came in time`, of: ({ lapsed }) => lapsed, isTime: false },
  ];
  const words = (value: number | null, isTime: boolean) =>
    isTime ? duration(value) : percent(value ?? 0);
  return (
    <ChartTable
      caption={t`Measured and simulated`}
      region={t`Measured and simulated`}
      headings={[
        t`Figure`,
        t`Measured`,
        t`Simulated as it was`,
        t`Error of the simulation`,
        t`With these changes`,
      ]}
    >
      {figures.map(({ label, of, isTime }) => {
        const values = [of(measured), of(today), of(whatIf)];
        const most = isTime ? Math.max(...values.map((value) => value ?? 0)) : 1;
        const cell = (value: number | null | undefined) => (
          <td>
            <span>{words(value ?? null, isTime)}</span>
            <span className={styles.bar} aria-hidden="true">
              <i style={{ inlineSize: `${most > 0 ? ((value ?? 0) / most) * 100 : 0}%` }} />
            </span>
          </td>
        );
        return (
          <tr key={label}>
            <th scope="row">{label}</th>
            {cell(values[0])}
            {cell(values[1])}
            <td>{percent(errorOf(values[0] ?? 0, values[1] ?? 0, isTime))}</td>
            {cell(values[2])}
          </tr>
        );
      })}
      <tr>
        <th scope="row">{t`Applications that ended`}</th>
        <td>{count(measured.ended)}</td>
        <td>{count(today.ended)}</td>
        <td />
        <td>{count(whatIf.ended)}</td>
      </tr>
    </ChartTable>
  );
}

/** Of a time the difference as a share of it; of a share the difference itself. */
function errorOf(measured: number, simulated: number, isTime: boolean): number {
  const difference = Math.abs(simulated - measured);
  if (!isTime) return difference;
  return measured === 0 ? 0 : difference / measured;
}
