import { useLingui } from '@lingui/react/macro';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { isGenerating } from '#contract/turns.ts';
import { useOptionLabels } from '#ui/application/use-options.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { Awaited } from '#ui/frame/loading.tsx';
import { ActionLink, Page, PageFailed } from '#ui/frame/page.tsx';
import { PagedList, usePageNumber } from '#ui/list/paged-list.tsx';
import {
  listQuestion,
  listsByPath,
  MAIN_LIST,
  NEW_APPLICATION,
  PAGE_SIZE,
  PUBLIC_FORM,
} from '../addresses.ts';
import { CarPanel } from '../vehicles/car-panel.tsx';
import { refetchInterval } from './application-page.tsx';
import { ApplicationTable } from './application-table.tsx';
import { useDraftRows } from './draft-rows.tsx';
import styles from './list-page.module.css';

export default function ListPage() {
  const { t } = useLingui();
  const { lists, here } = useLists();
  const page = usePageNumber();
  const optionLabel = useOptionLabels('purposes');
  const { data: user, isLoading: isUserLoading } = useQuery('currentUser', {}, { silent: true });
  const isFirst = !here.list && page === 1;
  const draftRows = useDraftRows(user, optionLabel);
  const drafts = (isFirst && draftRows) || [];
  const { data, isFailed, isLoading, reload } = useQuery('history', listQuestion(here.list, page), {
    pollEvery: (shown) => refetchInterval(shown?.items.some(isGenerating) ?? false),
  });
  const vehicles = user?.vehicles ?? [];
  // What arrives later would move links from under the pointer.
  const isReady = data && draftRows && (user || !isUserLoading);
  const isPublicBody =
    vehicles.length === 0 &&
    data?.items.length &&
    data.items.every(({ kind }) => kind === 'public');
  const hasNoApplications =
    isFirst && data?.counts.all === 0 && drafts.length === 0 && vehicles.length > 0;
  return (
    <Page
      title={here.list ? here.label : t`My applications`}
      {...(here.list && { above: [{ to: MAIN_LIST, label: t`My applications` }] })}
      actions={
        !isReady && !isFailed ? null : isPublicBody ? (
          <ActionLink to={PUBLIC_FORM} glyph="plus">{t`New request`}</ActionLink>
        ) : (
          <div className={`row ${styles.actions}`}>
            <Link to={PUBLIC_FORM}>{t`Request of a public sector body`}</Link>
            {hasNoApplications ? (
              <Link to={NEW_APPLICATION}>{t`New application`}</Link>
            ) : (
              <ActionLink to={NEW_APPLICATION} glyph="plus">{t`New application`}</ActionLink>
            )}
          </div>
        )
      }
    >
      {(data ? data.counts.all !== 0 : here.list) && (
        <nav aria-label={t`Lists`} className="tabs">
          {lists.map(({ path, label, list }) => (
            <NavLink key={path} to={path} end>
              <span>{label}</span> <span className="soft">{data?.counts[list ?? 'all']}</span>
            </NavLink>
          ))}
        </nav>
      )}
      {isFailed ? (
        <PageFailed onRetry={reload} />
      ) : !isReady ? (
        <Awaited />
      ) : hasNoApplications ? (
        <div className="stack measure">
          <p>{t`Your applications will be listed here, each with its next step.`}</p>
          <CarPanel vehicles={vehicles} hasNoApplications />
        </div>
      ) : (
        <div className={`stack ${styles.layout}`}>
          <PagedList
            total={Math.max(data.total, drafts.length)}
            isLoading={isLoading}
            pageSize={PAGE_SIZE}
            empty={{
              title: t`No data`,
              children: here.list ? (
                <p>{t`None of your applications is in this list.`}</p>
              ) : (
                <>
                  <p>{t`You have no applications yet.`}</p>
                  <p>
                    <Link to={NEW_APPLICATION}>{t`Ask for the data of a car`}</Link>
                  </p>
                  <p>
                    <Link to={PUBLIC_FORM}>{t`Request of a public sector body`}</Link>
                  </p>
                </>
              ),
            }}
          >
            <ApplicationTable
              items={data.items}
              groups={data.groups}
              vehicles={user?.vehicles ?? undefined}
              optionLabel={optionLabel}
              drafts={drafts}
            />
          </PagedList>
          <CarPanel vehicles={vehicles} />
        </div>
      )}
    </Page>
  );
}

function useLists() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const main = { list: undefined, path: MAIN_LIST, label: t`All applications` };
  const labels = {
    qualificationReview: t`Qualification review`,
    dataApplication: t`Data application`,
    approved: t`Approved`,
    termination: t`Termination`,
  };
  const others = Object.entries(listsByPath).map(([path, list]) => ({
    list,
    path: `${MAIN_LIST}/${path}`,
    label: labels[list],
  }));
  const lists = [main, ...others];
  return { lists, here: lists.find(({ path }) => path === pathname.replace(/\/$/, '')) ?? main };
}
