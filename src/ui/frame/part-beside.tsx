import { type ComponentType, lazy, useState } from 'react';

/**
 * A part of a page in a script of its own that is fetched when the page's script runs. Where it has
 * come by the time it is drawn it is drawn with the page, and not after a fallback.
 */
export function partBeside<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  let come: ComponentType<Props> | undefined;
  const coming = load().then((part) => {
    come = part.default;
    return part;
  });
  // Told where it is drawn.
  coming.catch(() => {});
  const Awaited = lazy(() => coming);
  return function Part(props: Props) {
    const [Drawn] = useState(() => come ?? Awaited);
    return <Drawn {...props} />;
  };
}
