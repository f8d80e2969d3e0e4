import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { useOptionLabels } from '#ui/application/use-options.ts';
import { formatDate, formatDay } from '#ui/format/dates.ts';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { CardTable } from '#ui/list/card-table.tsx';
import { PagedList, usePageNumber } from '#ui/list/paged-list.tsx';

const PAGE_SIZE = 20;

export default function ErasureLedgerPage() {
  const { t, i18n } = useLingui();
  const label = useOptionLabels('dataTypes');
  const page = usePageNumber();
  const [address] = useSearchParams();
  const sameAs = address.get('sameAs');
  const { data, isLoading, isMissing, fallback } = usePageQuery('deskErasureLedger', {
    ...(sameAs && { sameAs }),
    page,
    pageSize: PAGE_SIZE,
  });
  if (isMissing) return <Navigate to="/404" replace />;
  if (!data) return fallback;
  return (
    <Page
      title={t`Register of erasure notices`}
      lead={
        <p>
          {t`Public sector bodies erase what they were given once they no longer need it, and tell the data holder (Art. 19(1)(c)).`}
        </p>
      }
    >
      {sameAs && (
        <p>
          <Trans>
            Only the data that <Link to={`/desk/applications/${sameAs}`}>{sameAs}</Link> asks for
            too, given to other bodies and not reported erased.
          </Trans>{' '}
          <Link to="/desk/erasures">{t`Show all`}</Link>
        </p>
      )}
      <p role="status">
        <Plural value={data.total} one="# delivery" other="# deliveries" />
      </p>
      <PagedList
        total={data.total}
        isLoading={isLoading}
        pageSize={PAGE_SIZE}
        empty={{
          title: t`Nothing was given yet`,
          children: <p>{t`Approved requests of public sector bodies appear here.`}</p>,
        }}
      >
        <CardTable
          rows={data.items}
          keyOf={({ applicationNumber }) => applicationNumber}
          columns={[
            {
              label: t`Application number`,
              cell: ({ applicationNumber }) => (
                <Link to={`/desk/applications/${applicationNumber}`}>{applicationNumber}</Link>
              ),
            },
            { label: t`Public sector body`, cell: ({ departmentName }) => departmentName },
            { label: t`Purpose`, cell: ({ purpose }) => purpose },
            { label: t`Data types`, cell: ({ dataTypes }) => label('dataTypes', dataTypes) },
            {
              label: t`Approved on`,
              cell: ({ approvedAt }) => formatDate(approvedAt, i18n.locale),
            },
            {
              label: t`Erased on`,
              cell: ({ notice }) =>
                notice ? formatDay(notice.erasedOn, i18n.locale) : t`not reported`,
            },
          ]}
        />
      </PagedList>
    </Page>
  );
}
