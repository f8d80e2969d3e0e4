import { Trans, useLingui } from '@lingui/react/macro';
import { Glyph } from '#ui/brand/glyph.tsx';
import { copyText } from '#ui/clipboard/copy-text.ts';
import styles from './number-panel.module.css';

/** The number to keep, to be copied or printed. */
export function NumberPanel({ number }: { number: string }) {
  const { t } = useLingui();

  return (
    <div className={`stack stack-small measure ${styles.panel}`}>
      <p>
        <Trans>Application number</Trans>
      </p>
      <p className={styles.number}>{number}</p>
      <p className={styles.actions}>
        <button type="button" onClick={() => copyText(number, t`The number is copied.`)}>
          <Glyph name="copy" /> <Trans>Copy</Trans>
        </button>
        <button type="button" onClick={() => window.print()}>
          <Glyph name="print" /> <Trans>Print</Trans>
        </button>
      </p>
    </div>
  );
}
