import { type ComponentType, lazy, useState } from 'react';

/**
 * Part of a page in a separate script, fetched as soon as this module runs. If it has arrived by
 * the time of rendering, no fallback appears.
 */
export function partBeside<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  let come: ComponentType<Props> | undefined;
  const coming = load().then((part) => {
    come = part.default;
    return part;
  });
  // The failure is reported where the part is rendered.
  coming.catch(() => {});
  const Awaited = lazy(() => coming);
  return function Part(props: Props) {
    const [Drawn] = useState(() => come ?? Awaited);
    return <Drawn {...props} />;
  };
}
