import type { MessageDescriptor } from '@lingui/core';
import { Plural, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router-dom';
import type { AuditAction } from '#contract/audit.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { BusyButton } from '#ui/calls/busy-button.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { download } from '#ui/calls/download.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { CardTable } from '#ui/list/card-table.tsx';
import { PagedList, usePageNumber } from '#ui/list/paged-list.tsx';
import { AuditFilters, readFilter } from './audit-filters.tsx';
import styles from './audit-page.module.css';
import { actionWords, actorWords } from './audit-words.ts';
import { ChainCheck } from './chain-check.tsx';
import { useDetailWords } from './use-detail-words.ts';

const PAGE_SIZE = 20;

export default function AuditPage() {
  const { t } = useLingui();
  const [address] = useSearchParams();
  const page = usePageNumber();
  const filter = readFilter(address);
  const { data, isFailed, isLoading, reload } = useQuery('auditTrail', {
    ...filter,
    page,
    pageSize: PAGE_SIZE,
  });
  return (
    <Page
      title={t`Audit log`}
      lead={t`Shows which member of staff opened which personal data, what they decided and what else they did.`}
    >
      <AuditFilters />
      {isFailed && <PageFailed onRetry={reload} />}
      {data && (
        <div className="row row-apart below">
          <p role="status">
            <Plural value={data.total} one="# entry" other="# entries" />
          </p>
          <div className={`row ${styles.actions}`}>
            {(['csv', 'jsonl'] as const).map((format) => (
              <BusyButton
                key={format}
                variant="default"
                leftSection={<Glyph name="download" />}
                work={() => download('auditExport', { format, ...filter })}
              >
                {format === 'csv' ? t`Export as CSV` : t`Export as JSON Lines`}
              </BusyButton>
            ))}
          </div>
        </div>
      )}
      {!isFailed && (
        <PagedList
          total={data?.total}
          isLoading={isLoading}
          pageSize={PAGE_SIZE}
          empty={{
            title: t`Nothing here`,
            children: <p>{t`No entry of the log matches the filter.`}</p>,
          }}
        >
          <AuditTable items={data?.items ?? []} />
        </PagedList>
      )}
      <ChainCheck />
    </Page>
  );
}

type Entry = CallData<'auditTrail'>['items'][number];

function AuditTable({ items }: { items: readonly Entry[] }) {
  const { t, i18n } = useLingui();
  const describe = useDetailWords(items);
  const wordsOf = (words: MessageDescriptor | undefined) => words && i18n._(words);
  return (
    <CardTable
      className={styles.table}
      rows={items}
      keyOf={({ seq }) => seq}
      columns={[
        {
          label: t`When`,
          cell: ({ at, seq }) => (
            <>
              <time dateTime={new Date(at).toISOString()}>{formatInstant(at, i18n.locale)}</time>
              <small>{t`Entry ${seq}`}</small>
            </>
          ),
        },
        { label: t`Who acted`, cell: ({ actor }) => wordsOf(actorWords[actor]) ?? actor },
        {
          label: t`What`,
          cell: ({ action, detail }) => {
            const described = describe(action, detail);
            return (
              <>
                <span>
                  {wordsOf(actionWords[action as AuditAction]) ?? t`Action of an earlier release`}
                </span>
                {isListing(action) && <Listed numbers={detail?.split(' ') ?? []} />}
                {described && <Detail action={action} text={described} />}
              </>
            );
          },
        },
        { label: t`Whose data`, cell: (entry) => <Subject entry={entry} /> },
      ]}
    />
  );
}

const APPLICATION = [/(VD-\d{8}-[0-9A-Z]{6})/, '/desk/applications/'] as const;
const VEHICLE = [/([a-z]{3,12}-[a-z\d]+)$/, '/desk/live-access?search='] as const;

function Detail({ action, text }: { action: string; text: string }) {
  const [named, page] = /^(grant|token)\./.test(action) ? VEHICLE : APPLICATION;
  const [before, name, after] = text.split(named);
  return (
    <small>
      <span>{before}</span>
      {name && <Link to={`${page}${name}`}>{name}</Link>}
      {after && <span>{after}</span>}
    </small>
  );
}

const isListing = (action: string) => action === 'queue.list' || action === 'queue.export';

function Subject({ entry: { applicationNumber, requester } }: { entry: Entry }) {
  const { t } = useLingui();
  if (applicationNumber === null) return <span>–</span>;
  if (requester === null)
    return (
      <>
        <span>{applicationNumber}</span>
        <small>{t`erased`}</small>
      </>
    );
  return (
    <>
      <span>{requester}</span>
      <small>
        <Link to={`/desk/applications/${applicationNumber}`}>{applicationNumber}</Link>
      </small>
    </>
  );
}

function Listed({ numbers }: { numbers: readonly string[] }) {
  return (
    <details>
      <summary>
        <Plural value={numbers.length} one="# application" other="# applications" />
      </summary>
      <ul>
        {numbers.map((number) => (
          <li key={number}>
            <Link to={`/desk/applications/${number}`}>{number}</Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
