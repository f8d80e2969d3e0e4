import { Trans, useLingui } from '@lingui/react/macro';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Tick } from '#ui/form/tick.tsx';
import textButton from '#ui/frame/text-button.module.css';
import styles from './shortcut-help.module.css';
import type { ShortcutsHelp } from './use-shortcuts.ts';

/** List of a page's keyboard shortcuts, behind a button; there they can be turned off, too. */
export function ShortcutHelp({ shortcuts, isOpen, setOpen, isOff, turn }: ShortcutsHelp) {
  const { t } = useLingui();
  return (
    <>
      <button
        type="button"
        className={`${textButton.textButton} ${styles.opener}`}
        onClick={() => setOpen(true)}
      >
        <Trans>Keyboard shortcuts</Trans> <kbd>?</kbd>
      </button>
      {isOpen && (
        <Dialog title={t`Keyboard shortcuts`} onClose={() => setOpen(false)}>
          <dl className={styles.keys}>
            {shortcuts.map(({ key, label }) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
            <div>
              <dt>
                <kbd>?</kbd>
              </dt>
              <dd>
                <Trans>This help</Trans>
              </dd>
            </div>
          </dl>
          <Tick
            label={t`Single keys are shortcuts`}
            checked={!isOff}
            onChange={(event) => turn(!event.currentTarget.checked)}
          />
        </Dialog>
      )}
    </>
  );
}
