import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router-dom';
import styles from '#ui/application/application-list.module.css';
import { useOptionLabels } from '#ui/application/use-option-labels.ts';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { formatDate, formatDay } from '#ui/format/dates.ts';
import { FullScreenLoader } from '#ui/frame/full-screen-loader.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { Pages } from '#ui/frame/pages.tsx';

const PAGE_SIZE = 20;

/** What public-sector bodies were given, and what they reported of its erasure. */
export default function ErasureLedgerPage() {
  const { t, i18n } = useLingui();
  const labels = useOptionLabels();
  const [address] = useSearchParams();
  const page = Math.max(1, Number(address.get('page')) || 1);
  const { data, isFailed, reload } = useAnswer('deskErasureLedger', { page, pageSize: PAGE_SIZE });
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!data) return <FullScreenLoader />;
  return (
    <Page
      title={t`Ledger of erasure notices`}
      above={[{ to: '/desk', label: t`Applications at the desk` }]}
      lead={
        <p>
          <Trans>
            Public sector bodies erase what they were given once they need it no longer, and tell
            the data holder (Art. 19(1)(c)).
          </Trans>
        </p>
      }
    >
      <p role="status">
        <Plural value={data.total} one="# delivery" other="# deliveries" />
      </p>
      {data.total === 0 ? (
        <div className={styles.empty}>
          <h2>
            <Trans>Nothing was given yet</Trans>
          </h2>
          <p>
            <Trans>Approved requests of public sector bodies appear here.</Trans>
          </p>
        </div>
      ) : (
        <>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Order number</Trans>
                </th>
                <th scope="col">
                  <Trans>Public sector body</Trans>
                </th>
                <th scope="col">
                  <Trans>Data types</Trans>
                </th>
                <th scope="col">
                  <Trans>Approved on</Trans>
                </th>
                <th scope="col">
                  <Trans>Erased on</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.items.map(({ applicationNumber, departmentName, dataTypes, ...item }) => (
                <tr key={applicationNumber}>
                  <th scope="row">
                    <Link to={`/desk/applications/${applicationNumber}`}>{applicationNumber}</Link>
                  </th>
                  <td data-label={t`Public sector body`}>{departmentName}</td>
                  <td data-label={t`Data types`}>{labels.dataTypes(dataTypes)}</td>
                  <td data-label={t`Approved on`}>{formatDate(item.approvedAt, i18n.locale)}</td>
                  <td data-label={t`Erased on`}>
                    {item.notice ? formatDay(item.notice.erasedOn, i18n.locale) : t`not reported`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Pages page={page} count={Math.ceil(data.total / PAGE_SIZE)} />
        </>
      )}
    </Page>
  );
}
