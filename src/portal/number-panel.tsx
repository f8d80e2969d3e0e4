import { Trans, useLingui } from '@lingui/react/macro';
import { Glyph } from '#ui/brand/glyph.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import styles from './number-panel.module.css';

/** The number to keep, to be copied or printed. */
export function NumberPanel({ number }: { number: string }) {
  const { t } = useLingui();

  async function copy() {
    try {
      await navigator.clipboard.writeText(number);
      showMessage({ kind: 'notice', text: t`The number is copied.` });
    } catch {
      showMessage({ kind: 'error', text: t`The browser does not allow copying.` });
    }
  }

  return (
    <div className={styles.panel}>
      <p>
        <Trans>Application number</Trans>
      </p>
      <p className={styles.number}>{number}</p>
      <p className={styles.actions}>
        <button type="button" onClick={copy}>
          <Glyph name="copy" /> <Trans>Copy</Trans>
        </button>
        <button type="button" onClick={() => window.print()}>
          <Glyph name="print" /> <Trans>Print</Trans>
        </button>
      </p>
    </div>
  );
}
