import { Plural } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import textButton from '#ui/frame/text-button.module.css';

/** The first rows of a list that may be long, and a button that shows the others. */
export function useFirstRows<Row>(
  rows: readonly Row[],
  count: number,
): { shown: readonly Row[]; showMore: ReactNode } {
  const [isWhole, setWhole] = useState(false);
  const more = rows.length - count;
  if (isWhole || more <= 0) return { shown: rows, showMore: null };
  return {
    shown: rows.slice(0, count),
    showMore: (
      <p>
        <button type="button" className={textButton.textButton} onClick={() => setWhole(true)}>
          <Plural value={more} one="Show # more" other="Show # more" />
        </button>
      </p>
    ),
  };
}
