import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { Dialog } from '#ui/dialog/dialog.tsx';
import styles from './shortcut-help.module.css';
import type { ShortcutsHelp } from './use-shortcuts.ts';

/** List of a page's keyboard shortcuts, behind a button; there they can be turned off, too. */
export function ShortcutHelp({ shortcuts, isOpen, setOpen, isOff, turn }: ShortcutsHelp) {
  const { t } = useLingui();
  return (
    <>
      <button type="button" className={`${styles.opener}`} onClick={() => setOpen(true)}>
        <Trans>Keyboard shortcuts</Trans> <kbd>?</kbd>
      </button>
      {isOpen && (
        <Dialog title={t`Keyboard shortcuts`} onClose={() => setOpen(false)}>
          <dl className={`stack stack-small below ${styles.keys}`}>
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
              <dd>{t`This help`}</dd>
            </div>
          </dl>
          <Checkbox
            label={t`Single keys are shortcuts`}
            checked={!isOff}
            onChange={(event) => turn(!event.currentTarget.checked)}
          />
        </Dialog>
      )}
    </>
  );
}
