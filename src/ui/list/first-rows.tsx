import { Plural } from '@lingui/react/macro';
import { useState } from 'react';

interface HiddenRows {
  /** Number of rows that are not shown. */
  hidden: number;
  showAll(): void;
}

/** The first `count` rows of a list that may be long, until its reader asks for all. */
export function useFirstRows<Row>(
  rows: readonly Row[],
  count: number,
): HiddenRows & { shown: readonly Row[] } {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, count);
  return { shown, hidden: rows.length - shown.length, showAll: () => setWhole(true) };
}

/** Button that shows the rows that `useFirstRows` hides; nothing when there are none. */
export function MoreRows({ hidden, showAll }: HiddenRows) {
  return (
    hidden > 0 && (
      <p>
        <button type="button" onClick={showAll}>
          <Plural value={hidden} one="Show # more" other="Show # more" />
        </button>
      </p>
    )
  );
}
