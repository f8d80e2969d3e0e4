import type { RouteObject } from 'react-router-dom';
import { createRouter } from '../../src/routing.tsx';

/** Paths of the pages in a layout (`home`, `desk`, `charts`); without one, of those outside. */
export function routePaths(layout?: string): string[] {
  window.history.replaceState(null, '', '/');
  const router = createRouter();
  router.dispose();
  const top: RouteObject[] = router.routes[0]?.children ?? [];
  const pathsOf = (routes: readonly RouteObject[]): string[] =>
    routes.flatMap(({ path = '', children }) =>
      children ? pathsOf(children) : [path.replace(/^\/((home\/data-acquisition|desk)\b)?\/?/, '')],
    );
  if (layout) return pathsOf(top.find(({ path }) => path === `/${layout}`)?.children ?? []);
  return pathsOf(top.filter(({ children }) => !children));
}
