import { type ComponentType, createElement, lazy, useState } from 'react';
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router-dom';
import type { rolesByAccess } from '#contract/staff-roles.ts';
import { loginToken } from '#ui/calls/session.ts';
import { type Area, loadArea } from '#ui/language/language.ts';

interface PageModule<Props extends object> {
  default: ComponentType<Props>;
  /** Loads parts that must be loaded before the page is shown. */
  loadParts?: () => Promise<unknown>;
}
/** Then a page whose script hangs offers to try again. Browsers wait for minutes. */
const SCRIPT_TIMEOUT_MS = 60_000;

type Load<Props extends object> = () => Promise<PageModule<Props>>;

/**
 * Returns a component that loads, with the messages of its area, when it is rendered or `load` is
 * called. A loaded component renders at once; React's `lazy` would render its fallback first.
 */
export function lazyPage<Props extends object>(area: Area, load: Load<Props>) {
  let loaded: ComponentType<Props> | undefined;
  const loadAll = async () => {
    const [page] = await Promise.all([load(), loadArea(area)]);
    await page.loadParts?.();
    loaded = page.default;
    return page;
  };
  const Lazy = lazy(() =>
    Promise.race([
      loadAll(),
      new Promise<never>((_, reject) =>
        setTimeout(reject, SCRIPT_TIMEOUT_MS, new Error('The script of the page hangs')),
      ),
    ]),
  );
  function LazyPage(props: Props) {
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Component, props);
  }
  return Object.assign(LazyPage, { load: loadAll });
}

export interface PageHandle {
  load: () => Promise<unknown>;
  access?: keyof typeof rolesByAccess;
}

interface PageOptions {
  access?: PageHandle['access'];
  calls?: (args: LoaderFunctionArgs) => void;
}

/**
 * Returns a page's route. The loader starts the code and the first calls in
 * parallel and waits for neither. Meanwhile the frame shows that the page is loading.
 */
export function page(
  path: string,
  area: Area,
  load: Load<object>,
  { access, calls }: PageOptions = {},
) {
  const Page = lazyPage(area, load);
  const handle: PageHandle = { load: Page.load, ...(access && { access }) };
  return {
    path,
    Component: Page,
    loader: (args: LoaderFunctionArgs) => {
      // The error is ignored here, because rendering the page throws it again.
      Page.load().catch(() => {});
      if (loginToken()) calls?.(args);
      return null;
    },
    // Prefetches again only for another application: steps and filters make their own calls.
    shouldRevalidate: ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
      currentParams.number !== nextParams.number,
    handle,
  };
}
