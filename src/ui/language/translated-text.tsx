import type { TransRenderProps } from '@lingui/react';
import { Children } from 'react';

/**
 * Renders a message of `<Trans>` with every text in an element of its own. Browser translation
 * replaces text nodes; React then fails to remove or change a text node that it created, but not an
 * element, nor a text that is the only child of one.
 */
export function TranslatedText({ translation }: TransRenderProps) {
  return Children.map(translation, (part) =>
    typeof part === 'string' ? <span>{part}</span> : part,
  );
}
