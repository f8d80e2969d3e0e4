import { type ComponentType, lazy } from 'react';
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router-dom';
import type { rolesByAccess } from '#contract/staff-roles.ts';
import { loginToken } from '#ui/calls/session.ts';
import { type Area, loadArea } from '#ui/language/language.ts';

type Load<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

const withMessages =
  <Props extends object>(area: Area, load: Load<Props>): Load<Props> =>
  async () => {
    const [page] = await Promise.all([load(), loadArea(area)]);
    return page;
  };

export const lazyPage = <Props extends object>(area: Area, load: Load<Props>) =>
  lazy(withMessages(area, load));

export interface PageHandle {
  load: () => Promise<unknown>;
  access?: keyof typeof rolesByAccess;
}

interface PageOptions {
  access?: PageHandle['access'];
  calls?: (args: LoaderFunctionArgs) => void;
}

/**
 * Returns the properties of a page's route. The loader starts the code and the first calls in
 * parallel and waits for neither. Meanwhile the frame shows that the page is loading.
 */
export function page(area: Area, load: Load<object>, { access, calls }: PageOptions = {}) {
  const loadPage = withMessages(area, load);
  const handle: PageHandle = { load: loadPage, ...(access && { access }) };
  return {
    Component: lazy(loadPage),
    loader: (args: LoaderFunctionArgs) => {
      // A failure is shown where the page is rendered.
      loadPage().catch(() => {});
      if (loginToken()) calls?.(args);
      return null;
    },
    // Only another application is a new page: steps and filters of an open page make their own
    // calls.
    shouldRevalidate: ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
      currentParams.number !== nextParams.number,
    handle,
  };
}
