import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router-dom';
import type { ApplicationList } from '#machines/application.status.ts';
import { MAIN_LIST } from '../addresses.ts';

export interface ListPlace {
  /** Absent for the main list. */
  list?: ApplicationList;
  path: string;
  label: string;
}

/** The main list and the four others, and the one this address shows. */
export function useLists(): { lists: ListPlace[]; here: ListPlace } {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const main: ListPlace = { path: MAIN_LIST, label: t`All applications` };
  const lists: ListPlace[] = [
    main,
    {
      list: 'qualificationReview',
      path: `${MAIN_LIST}/qualification-review`,
      label: t`Qualification review`,
    },
    { list: 'dataApplication', path: `${MAIN_LIST}/data-application`, label: t`Data application` },
    { list: 'approved', path: `${MAIN_LIST}/approved`, label: t`Approved` },
    { list: 'termination', path: `${MAIN_LIST}/termination`, label: t`Termination` },
  ];
  return { lists, here: lists.find(({ path }) => path === pathname.replace(/\/$/, '')) ?? main };
}
