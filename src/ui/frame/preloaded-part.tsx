import { type ComponentType, lazy, useState } from 'react';

/**
 * Part of a page in a separate script, fetched as soon as this module runs. If it has arrived by
 * the time of rendering, no fallback appears.
 */
export function preloadedPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  let loaded: ComponentType<Props> | undefined;
  const loading = load().then((part) => {
    loaded = part.default;
    return part;
  });
  loading.catch(() => {});
  const Awaited = lazy(() => loading);
  return function Part(props: Props) {
    const [Shown] = useState(() => loaded ?? Awaited);
    return <Shown {...props} />;
  };
}
