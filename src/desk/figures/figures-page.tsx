import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router-dom';
import { chartLabels } from '#forms/states.ts';
import { FilingFields, useAddressFields } from '#ui/application/filing-filter.tsx';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { filterAddress } from '../queue-filter.ts';
import { BarTable } from './bar-table.tsx';
import styles from './figures.module.css';
import { Weeks } from './weeks.tsx';

const kinds = ['personal', 'public'] as const;

/** Page of a lead: what is open and late, with whom, how old, and what the last weeks brought. */
export default function FiguresPage() {
  const { t, i18n } = useLingui();
  const [address] = useSearchParams();
  const given = useAddressFields();
  const kind = kinds.find((one) => one === address.get('kind'));
  const [from, to] = [address.get('from') ?? '', address.get('to') ?? ''];
  const filter = { ...(kind && { kind }), ...(from && { from }), ...(to && { to }) };
  const { data, isFailed, reload } = useQuery('officeFigures', filter);
  const { data: grounds = [] } = useQuery('deskGrounds', {}, { cache: true });
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!data) return <FullScreenLoader />;

  const number = (value: number) => formatNumber(value, i18n.locale);
  const late = filterAddress({ ...(kind && { kind }), overdue: true });
  return (
    <Page
      title={t`Figures of the office`}
      above={[{ to: '/desk', label: t`Applications at the desk` }]}
      lead={
        <p>
          <Trans>
            What is open and late is counted as over the chart:{' '}
            <Link to="/charts/application/figures">What really happened</Link>.
          </Trans>
        </p>
      }
    >
      <search className={`row above below ${styles.sums}`}>
        <FilingFields given={given} />
      </search>
      <dl className={`row above below ${styles.sums}`} aria-live="polite">
        <div>
          <dt>{t`Still open`}</dt>
          <dd>{number(data.open)}</dd>
        </div>
        <div>
          <dt>{t`Overdue`}</dt>
          <dd>
            {data.overdue > 0 ? (
              <Link to={`/desk?${late}`} className={styles.late}>
                {number(data.overdue)}
              </Link>
            ) : (
              number(0)
            )}
          </dd>
        </div>
      </dl>
      <div className={styles.sections}>
        <section>
          <h2>{t`By status`}</h2>
          <BarTable
            caption={t`By status`}
            headings={{ name: t`Processing status`, count: t`Still open` }}
            rows={data.states.map(({ state, now, overdue }) => {
              const label = chartLabels[state];
              return { key: state, name: label ? i18n._(label) : state, count: now, overdue };
            })}
          />
        </section>
        <section>
          <h2>{t`By age`}</h2>
          <BarTable
            caption={t`By age`}
            headings={{ name: t`Days since filing`, count: t`Still open` }}
            rows={data.ages.map(({ fromDays, belowDays, count, overdue }) => ({
              key: String(fromDays),
              name:
                belowDays === null
                  ? t`${number(fromDays)} and more`
                  : `${number(fromDays)}–${number(belowDays - 1)}`,
              count,
              overdue,
            }))}
          />
        </section>
        <section>
          <h2>{t`By reviewer`}</h2>
          <BarTable
            caption={t`By reviewer`}
            headings={{
              name: t`Taken by`,
              count: t`Still open`,
              more: t`${plural(data.weeks.length, { one: 'Ended in # week', other: 'Ended in # weeks' })}`,
            }}
            rows={data.reviewers.map(({ email, open, overdue, ended }) => ({
              key: email ?? '',
              name: email ?? t`Nobody`,
              count: open,
              overdue,
              more: ended,
            }))}
          />
        </section>
        <section>
          <h2>{t`Refusals by ground`}</h2>
          {data.grounds.length === 0 ? (
            <p>{t`Nothing was refused.`}</p>
          ) : (
            <BarTable
              caption={t`Refusals by ground`}
              headings={{ name: t`Ground`, count: t`Refusals` }}
              rows={data.grounds.map(({ ground, count }) => ({
                key: ground,
                name: grounds.find(({ code }) => code === ground)?.label ?? ground,
                count,
              }))}
            />
          )}
        </section>
        <section className={styles.wide}>
          <h2>{t`Per week`}</h2>
          <Weeks weeks={data.weeks} />
        </section>
      </div>
    </Page>
  );
}
