import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router-dom';
import { grantStates } from '#forms/live-access.ts';
import { chartLabels } from '#forms/states.ts';
import { FilingFields } from '#ui/application/filing-filter.tsx';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatDay, isDay } from '#ui/format/dates.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { DataTable } from '#ui/list/card-table.tsx';
import { filterAddress } from '../queue/queue-address.ts';
import styles from './figures.module.css';

const kinds = ['personal', 'public'] as const;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export default function FiguresPage() {
  const { t, i18n } = useLingui();
  const [address] = useSearchParams();
  const kind = kinds.find((each) => each === address.get('kind'));
  const [from, to] = [address.get('from') ?? '', address.get('to') ?? ''];
  const filter = {
    ...(kind && { kind }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
  const { data, fallback } = usePageQuery('officeFigures', filter);
  const { data: grounds = [] } = useQuery('deskGrounds', {}, { cache: true });
  if (!data) return fallback;

  const nameOf = ({ state }: { state: string }) => {
    const label = chartLabels[state];
    return label ? i18n._(label) : state;
  };
  const number = (value: number) => formatNumber(value, i18n.locale);
  const overdue = filterAddress({ ...(kind && { kind }), overdue: true });
  return (
    <Page
      title={t`Office figures`}
      lead={
        <p>
          <Trans>
            Open and late applications are counted as in the chart{' '}
            <Link to="/charts/application/figures">What really happened</Link>.
          </Trans>
        </p>
      }
    >
      <search className={`row above below ${styles.sums}`}>
        <FilingFields />
      </search>
      <dl className={`row above below ${styles.sums}`} aria-live="polite">
        <div>
          <dt>{t`Still open`}</dt>
          <dd>{number(data.open)}</dd>
        </div>
        <div>
          <dt>{t`Overdue`}</dt>
          <dd>
            {/* The queue has no filter by date of filing. */}
            {data.overdue > 0 && !from && !to ? (
              <Link to={`/desk?${overdue}`} className={styles.late}>
                {number(data.overdue)}
              </Link>
            ) : (
              number(data.overdue)
            )}
          </dd>
        </div>
      </dl>
      <div className={styles.sections}>
        <BarTable
          title={t`By status`}
          headings={{ name: t`Processing status`, count: t`Still open` }}
          rows={[...Map.groupBy(data.states, nameOf)].map(([name, states]) => ({
            name,
            count: sum(states.map(({ now }) => now)),
            overdue: sum(states.map((state) => state.overdue)),
          }))}
        />
        <BarTable
          title={t`By age`}
          headings={{ name: t`Days since filing`, count: t`Still open` }}
          rows={data.ages.map(({ fromDays, belowDays, ...figures }) => ({
            ...figures,
            name:
              belowDays === null
                ? t`${number(fromDays)} and more`
                : `${number(fromDays)}–${number(belowDays - 1)}`,
          }))}
        />
        <BarTable
          title={t`By reviewer`}
          headings={{
            name: t`Taken by`,
            count: t`Still open`,
            more: t`${plural(data.weeks.length, { one: 'Ended in the last # week', other: 'Ended in the last # weeks' })}`,
          }}
          rows={data.reviewers.map(({ email, open, overdue: late, ended }) => ({
            name: email ?? t`Nobody`,
            count: open,
            overdue: late,
            more: ended,
          }))}
        />
        <BarTable
          title={t`Refusals by ground`}
          headings={{ name: t`Ground`, count: t`Refusals` }}
          empty={t`Nothing was refused.`}
          rows={data.grounds.map(({ ground, count }) => ({
            name: grounds.find(({ code }) => code === ground)?.label ?? ground,
            count,
          }))}
        />
        {/* Absent while a process of the previous release responds. */}
        {!kind && !from && !to && data.grants && (
          <BarTable
            title={t`Live access`}
            headings={{ name: t`State`, count: t`Vehicles` }}
            rows={data.grants.map(({ state, now }) => ({
              name: i18n._(grantStates[state as keyof typeof grantStates]),
              count: now,
            }))}
          />
        )}
        <BarTable
          title={t`Per week`}
          headings={{ name: t`Week from Monday`, count: t`Filed`, more: t`Ended` }}
          rows={data.weeks.toReversed().map(({ from: monday, filed, ended }) => ({
            name: formatDay(monday, i18n.locale),
            count: filed,
            more: ended,
          }))}
        />
      </div>
    </Page>
  );
}

interface BarTableProps {
  title: string;
  headings: { name: string; count: string; more?: string };
  /** `overdue` is included in `count`. Absent if the rows cannot be overdue. */
  rows: readonly { name: string; count: number; overdue?: number; more?: number }[];
  empty?: string;
}

function BarTable({ title, headings, rows, empty }: BarTableProps) {
  const { t, i18n } = useLingui();
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const share = (value: number) => ({ inlineSize: `${(100 * value) / most}%` });
  type Row = (typeof rows)[number];
  const column = (label: string, value: (row: Row) => number | undefined) => ({
    label,
    className: styles.number,
    cell: (row: Row) => formatNumber(value(row) ?? 0, i18n.locale),
  });
  return (
    <section>
      <h2>{title}</h2>
      {empty && rows.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <DataTable
          className={styles.table}
          label={title}
          rows={rows}
          keyOf={({ name }) => name}
          columns={[
            {
              label: headings.name,
              cell: ({ name, count, overdue = 0 }) => (
                <>
                  <span>{name}</span>
                  <span className={styles.bar} aria-hidden="true">
                    <i className={styles.lateBar} style={share(overdue)} />
                    <i style={share(count - overdue)} />
                  </span>
                </>
              ),
            },
            column(headings.count, ({ count }) => count),
            ...(rows.some(({ overdue }) => overdue !== undefined)
              ? [column(t`Overdue`, ({ overdue }) => overdue)]
              : []),
            ...(headings.more ? [column(headings.more, ({ more }) => more)] : []),
          ]}
        />
      )}
    </section>
  );
}
