import { useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import { Glyph } from '#ui/brand/glyph.tsx';
import styles from './bulk-bar.module.css';
import type { Outcome } from './use-bulk.ts';

interface BulkOutcomesProps {
  outcomes: readonly Outcome[];
  onClose: () => void;
  ref: Ref<HTMLDivElement>;
}

/** What became of each application; it stands above the table until it is closed. */
export function BulkOutcomes({ outcomes, onClose, ref }: BulkOutcomesProps) {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Outcome of each application`}>
      {outcomes.length > 0 && (
        <div
          ref={ref}
          className={`stack stack-small panel above below ${styles.outcomes}`}
          tabIndex={-1}
        >
          <ul>
            {outcomes.map(({ number, isDone, text }) => (
              <li key={number} data-done={isDone ? 'yes' : 'no'}>
                <Glyph name={isDone ? 'check' : 'warning'} /> <b>{number}</b> <span>{text}</span>
              </li>
            ))}
          </ul>
          <button type="button" onClick={onClose}>
            {t`Close`}
          </button>
        </div>
      )}
    </div>
  );
}
