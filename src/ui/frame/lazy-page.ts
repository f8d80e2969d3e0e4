import { type ComponentType, lazy } from 'react';
import { type Area, loadArea } from '#ui/language/language.ts';

/** A page that loads when it is opened, with the messages of its area. */
export function lazyPage(area: Area, load: () => Promise<{ default: ComponentType }>) {
  return lazy(async () => {
    const [page] = await Promise.all([load(), loadArea(area)]);
    return page;
  });
}
