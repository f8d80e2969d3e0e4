import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Glyph } from '#ui/brand/glyph.tsx';
import { download } from '#ui/calls/download.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { PagedList, usePageNumber } from '#ui/list/paged-list.tsx';
import { readFilter } from './audit-address.ts';
import { AuditFilters } from './audit-filters.tsx';
import styles from './audit-page.module.css';
import { AuditTable } from './audit-table.tsx';
import { ChainCheck } from './chain-check.tsx';

const PAGE_SIZE = 20;

/** Page of the audit log: access to personal data, the log's integrity, a copy for an authority. */
export default function AuditPage() {
  const { t } = useLingui();
  const [address] = useSearchParams();
  const page = usePageNumber();
  const filter = readFilter(address);
  const { data, isFailed, reload } = useQuery('auditTrail', {
    ...filter,
    page,
    pageSize: PAGE_SIZE,
  });
  return (
    <Page
      title={t`Audit log`}
      lead={
        <Trans>
          Shows which member of staff opened which personal data, and what they did apart from
          decisions. Decisions are in the history of each application.
        </Trans>
      }
    >
      <AuditFilters />
      {isFailed && <PageFailed onRetry={reload} />}
      {data && (
        <div className="row row-apart below">
          <p role="status">
            <Plural value={data.total} one="# entry" other="# entries" />
          </p>
          <Export filter={filter} />
        </div>
      )}
      {!isFailed && (
        <PagedList
          total={data?.total}
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

/** Buttons that export the filtered entries as a file; the log records exports, too. */
function Export({ filter }: { filter: ReturnType<typeof readFilter> }) {
  const [saving, setSaving] = useState<'csv' | 'jsonl'>();
  const save = async (format: 'csv' | 'jsonl') => {
    setSaving(format);
    await download('auditExport', { format, ...filter });
    setSaving(undefined);
  };
  return (
    <div className={`row ${styles.actions}`}>
      <Button variant="default" loading={saving === 'csv'} onClick={() => save('csv')}>
        <Glyph name="download" /> <Trans>Export as CSV</Trans>
      </Button>
      <Button variant="default" loading={saving === 'jsonl'} onClick={() => save('jsonl')}>
        <Glyph name="download" /> <Trans>Export as JSON Lines</Trans>
      </Button>
    </div>
  );
}
