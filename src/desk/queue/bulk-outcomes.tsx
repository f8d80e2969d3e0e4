import { Trans, useLingui } from '@lingui/react/macro';
import { Glyph } from '#ui/brand/glyph.tsx';
import textButton from '#ui/frame/text-button.module.css';
import styles from './bulk-bar.module.css';
import type { Outcome } from './use-bulk.ts';

interface BulkOutcomesProps {
  outcomes: readonly Outcome[];
  onClose: () => void;
}

/** What became of each application; it stands above the table until it is closed. */
export function BulkOutcomes({ outcomes, onClose }: BulkOutcomesProps) {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Outcome of each application`}>
      {outcomes.length > 0 && (
        <div className={styles.outcomes}>
          <ul>
            {outcomes.map(({ number, isDone, text }) => (
              <li key={number} data-done={isDone ? 'yes' : 'no'}>
                <Glyph name={isDone ? 'check' : 'warning'} /> <b>{number}</b> {text}
              </li>
            ))}
          </ul>
          <button type="button" className={textButton.textButton} onClick={onClose}>
            <Trans>Close</Trans>
          </button>
        </div>
      )}
    </div>
  );
}
