import { Trans, useLingui } from '@lingui/react/macro';
import { Link, NavLink, useSearchParams } from 'react-router-dom';
import styles from '#ui/application/application-list.module.css';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { ActionLink } from '#ui/frame/action-link.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { Pages } from '#ui/frame/pages.tsx';
import { MAIN_LIST, NEW_APPLICATION, PUBLIC_FORM } from '../addresses.ts';
import { ApplicationTable } from './application-table.tsx';
import { useLists } from './use-lists.ts';

const PAGE_SIZE = 10;

/** The account's applications: all of them, or those of one of the four lists. */
export default function ListPage() {
  const { t } = useLingui();
  const { lists, here } = useLists();
  const [search] = useSearchParams();
  const page = Math.max(1, Number(search.get('page')) || 1);
  const { data, isFailed, reload } = useAnswer('history', {
    ...(here.list && { list: here.list }),
    page,
    pageSize: PAGE_SIZE,
  });
  return (
    <Page
      title={here.list ? here.label : t`My applications`}
      {...(here.list && { above: [{ to: MAIN_LIST, label: t`My applications` }] })}
    >
      <p className={styles.begin}>
        <ActionLink to={NEW_APPLICATION}>
          <Trans>New application</Trans>
        </ActionLink>
        <Link to={PUBLIC_FORM}>
          <Trans>Request of a public sector body</Trans>
        </Link>
      </p>
      <nav aria-label={t`Lists`} className={styles.lists}>
        {lists.map(({ path, label }) => (
          <NavLink key={path} to={path} end>
            {label}
          </NavLink>
        ))}
      </nav>
      {isFailed && <PageFailed onRetry={reload} />}
      {data?.total === 0 && (
        <div className={styles.empty}>
          <h2>
            <Trans>No data</Trans>
          </h2>
          <p>
            {here.list ? (
              <Trans>None of your applications is in this list.</Trans>
            ) : (
              <Trans>You have no applications yet. Begin with a new application.</Trans>
            )}
          </p>
        </div>
      )}
      {data && data.total > 0 && (
        <>
          <ApplicationTable items={data.items} onChanged={reload} />
          <Pages page={page} count={Math.ceil(data.total / PAGE_SIZE)} />
        </>
      )}
    </Page>
  );
}
