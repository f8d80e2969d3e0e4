import { type ComponentType, lazy } from 'react';
import { type Area, loadArea } from '#ui/language/language.ts';

/** A page, or a part of one, that loads when it is opened, with the messages of its areas. */
export function lazyPage<Props extends object>(
  area: Area | readonly Area[],
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return lazy(async () => {
    const [page] = await Promise.all([load(), ...[area].flat().map(loadArea)]);
    return page;
  });
}
