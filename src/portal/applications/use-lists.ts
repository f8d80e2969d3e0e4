import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router-dom';
import type { ApplicationList } from '#machines/application.machine.ts';
import { listsByPath, MAIN_LIST } from '../addresses.ts';

export interface ListPlace {
  list?: ApplicationList;
  path: string;
  label: string;
}

export const refetchInterval = (isGenerating: boolean) => (isGenerating ? 3000 : 30_000);

export function useLists(): { lists: ListPlace[]; here: ListPlace } {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const main: ListPlace = { path: MAIN_LIST, label: t`All applications` };
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
  const lists: ListPlace[] = [main, ...others];
  return { lists, here: lists.find(({ path }) => path === pathname.replace(/\/$/, '')) ?? main };
}
