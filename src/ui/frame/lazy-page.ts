import { type ComponentType, createElement, lazy, useState } from 'react';
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router-dom';
import type { rolesByAccess } from '#contract/staff-roles.ts';
import { loginToken } from '#ui/calls/session.ts';
import { type Area, loadArea } from '#ui/language/language.ts';

type Load<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/** Loads a component with the messages of its area. */
const withMessages = <Props extends object>(area: Area, load: Load<Props>) => {
  let loaded: ComponentType<Props> | undefined;
  const loadBoth = async () => {
    const [page] = await Promise.all([load(), loadArea(area)]);
    loaded = page.default;
    return page;
  };
  const Lazy = lazy(loadBoth);
  /** `lazy` alone always renders its fallback first, even if the component is loaded. */
  function Loaded(props: Props) {
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Component, props);
  }
  return { Component: Loaded, load: loadBoth };
};

export const lazyPage = <Props extends object>(area: Area, load: Load<Props>) =>
  withMessages(area, load).Component;

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
  const page = withMessages(area, load);
  const handle: PageHandle = { load: page.load, ...(access && { access }) };
  return {
    Component: page.Component,
    loader: (args: LoaderFunctionArgs) => {
      // A failure is shown where the page is rendered.
      page.load().catch(() => {});
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
